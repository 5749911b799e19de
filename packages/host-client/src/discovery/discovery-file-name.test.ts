import { expect, test } from 'vitest';
import { discoveryFileName } from './families.ts';

test.each([
  ['Acme Engine', 'acme-engine.json'],
  ['../../etc/passwd', 'etc-passwd.json'],
  ['C:\\con.txt', 'c-con-txt.json'],
  ['', 'host.json'],
  ['…', 'host.json'],
  ['x'.repeat(500), `${'x'.repeat(80)}.json`],
])('the file of a host named %j', (name, file) => expect(discoveryFileName(name)).toBe(file));
