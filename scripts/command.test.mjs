import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryRoot } from './parts/run-command.mjs';

const folder = mkdtempSync(join(tmpdir(), 'inspector-command-'));
const run = (...args) =>
  spawnSync(process.execPath, [join(folder, 'bin', 'openwop-inspector.mjs'), ...args], { encoding: 'utf8' });

beforeAll(() => cpSync(join(repositoryRoot, 'bin'), join(folder, 'bin'), { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('openwop-inspector without a build says what to do and ends with 2', () => {
  const { status, stdout, stderr } = run('inspect', 'a.json');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('npm ci && npm run build');
});

test('openwop-inspector with a build runs it with the arguments as they are', () => {
  mkdirSync(join(folder, 'dist', 'cli'), { recursive: true });
  writeFileSync(
    join(folder, 'dist', 'cli', 'index.mjs'),
    'console.log(JSON.stringify(process.argv.slice(2)));',
  );
  expect(run('inspect', '--json', 'a.json').stdout).toBe('["inspect","--json","a.json"]\n');
});
