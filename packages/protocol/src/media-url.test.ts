import { expect, test } from 'vitest';
import { readMediaUrl } from './media-url.ts';

const asset = (runId: string | null = null, tenant: string | null = null) => ({
  kind: 'asset',
  runId,
  tenant,
});

test.each<[url: string, expected: object]>([
  ['https://h.example/v1/runs/r1/assets/a.png', asset('r1')],
  ['/v1/runs/r%201/assets/a.png', asset('r 1')],
  ['/v1/runs/r%/assets/a.png', asset('r%')],
  ['/v1/host/openwop-app/assets/token', asset()],
  ['https://h.example/tenants/acme/runs/r1/assets/a', asset('r1', 'acme')],
  ['http://127.0.0.1:8787/v1/runs/r1/assets/a', asset('r1')],
  ['http://localhost/a', asset()],
  ['http://localhost.example/a', { kind: 'unsafe', scheme: 'http' }],
  ['http://h.example/a.png', { kind: 'unsafe', scheme: 'http' }],
  ['javascript:alert(1)', { kind: 'unsafe', scheme: 'javascript' }],
  [' \u0001Java\tScript:alert(1)', { kind: 'unsafe', scheme: 'javascript' }],
  ['FILE:///etc/passwd', { kind: 'unsafe', scheme: 'file' }],
  ['data:image/png;base64,QUJD', { kind: 'inline', bytes: 3 }],
  ['data:image/png;base64,QQ==', { kind: 'inline', bytes: 1 }],
  ['data:text/plain,a%20b', { kind: 'inline', bytes: 3 }],
  ['', asset()],
])('%s leads to what its text says (envelope 6)', (url, expected) => {
  expect(readMediaUrl(url)).toEqual(expected);
});
