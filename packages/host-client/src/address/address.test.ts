import { expect, test } from 'vitest';
import { readHostAddress } from './read-host-address.ts';

const BASE = 'https://host.example';

/** Text, base URL, run, token. */
const READ: readonly (readonly [string, string, (string | null)?, (string | null)?])[] = [
  ['https://host.example', BASE],
  ['  https://host.example/ \n', BASE],
  ['<https://host.example/>', BASE],
  ['https://HOST.example:443/v1', BASE],
  ['https://host.example/v1/', BASE],
  ['https://host.example/v1/v1/runs/r-1/events', BASE, 'r-1'],
  ['https://host.example/v1/runs', BASE],
  ['https://host.example/v1/runs:bulk-cancel', BASE],
  ['https://host.example/v1/runs/r-1', BASE, 'r-1'],
  ['https://host.example/runs/r-1', BASE, 'r-1'],
  ['https://host.example/runs/r-1/events', BASE, 'r-1'],
  ['https://host.example/runs/r-1/', BASE, 'r-1'],
  ['https://proxy.example/team/a/runs/r-1:pause?x=1', 'https://proxy.example/team/a', 'r-1'],
  ['https://host.example/v1/runs/runs', BASE, 'runs'],
  ['https://host.example/runs/acme~2Fr-0123456789abcdef/events', BASE, 'acme/r-0123456789abcdef'],
  ['https://host.example/v1/runs/a~2Fb', BASE, 'a~2Fb'],
  ['https://host.example/runs', 'https://host.example/runs', null],
  ['https://host.example/v1/runs/r-1:fork', BASE, 'r-1'],
  ['https://host.example/v1/runs/a%2Fb%20c/events/poll?lastSequence=3', BASE, 'a/b c'],
  ['https://host.example/v1/runs/r-1/events?streamMode=debug&streamToken=st_1234#x', BASE, 'r-1', 'st_1234'],
  ['https://host.example/v1/host/openwop-app/runs/r-1/interrupts', BASE, 'r-1'],
  ['https://host.example/v1/interrupts/secret-token', BASE],
  ['https://host.example/.well-known/openwop', BASE],
  ['https://host.example/.well-known/openwop.json', BASE],
  ['https://user:pass@host.example/v1/runs/r-1', BASE, 'r-1'],
  ['https://proxy.example/team/a/v1/runs/r-1', 'https://proxy.example/team/a', 'r-1'],
  ['https://proxy.example/api/v1/openwop/v1/runs/r-1', 'https://proxy.example/api/v1/openwop', 'r-1'],
  ['https://proxy.example/openwop/.well-known/openwop', 'https://proxy.example/openwop'],
  ['host.example', BASE],
  ['host.example/v1/runs/r-1', BASE, 'r-1'],
  ['localhost', 'http://localhost'],
  ['localhost:3801/v1/runs/r-1', 'http://localhost:3801', 'r-1'],
  ['127.0.0.1:3801', 'http://127.0.0.1:3801'],
  ['[::1]:3801', 'http://[::1]:3801'],
  ['my_host:3000', 'https://my_host:3000'],
  ['http://10.0.0.7:80', 'http://10.0.0.7'],
  ["curl -N -H 'Authorization: Bearer hk_1' https://host.example/v1/runs/r-1/events", BASE, 'r-1', 'hk_1'],
  ['$ curl https://host.example -HAuthorization:\\ Bearer\\ hk_1', BASE, null, 'hk_1'],
  ['curl --header="authorization: bearer hk_1" --url "https://host.example/v1"', BASE, null, 'hk_1'],
  [
    'curl -X POST \\\n  -d \'{"mode":"replay"}\' \\\r\n  "https://host.example/v1/runs/r-1:fork"',
    BASE,
    'r-1',
  ],
  ['curl.exe ^\r\n -x http://proxy.example:8080 https://host.example', BASE],
  [
    "curl 'localhost:3801/v1/runs/r-1' -H $'Authorization: Bearer hk_\\'1'",
    'http://localhost:3801',
    'r-1',
    "hk_'1",
  ],
  ['curl https://host.example -H "Authorization: Bearer $OPENWOP_TOKEN"', BASE, null, null],
  ['curl https://host.example -H "Authorization: Bearer hk_1…[masked:bearer]"', BASE, null, null],
  ['openwop-inspector://attach?host=127.0.0.1%3A3801&run=r-1', 'http://127.0.0.1:3801', 'r-1'],
  ['openwop-inspector://attach/?host=https://host.example/v1/runs/r-2&token=hk_1', BASE, 'r-2', null],
];

const readings = READ.map(([text, baseUrl, runId = null, token = null]) => ({
  text,
  reading: { ok: true, address: { baseUrl, runId }, token },
}));

test.each(readings)('a pasted address is read: $text', ({ text, reading }) => {
  expect(readHostAddress(text)).toEqual(reading);
});

const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['', /Enter the address/],
  ['acme', /not an address/],
  ['a host of mine', /no blanks/],
  ['ftp://host.example/x', /not by ftp:/],
  ['file:///etc/passwd', /not by file:/],
  ['mailto:a@b.example', /not by mailto:/],
  ['javascript:alert(1)', /not by javascript:/],
  ['https://', /not an address/],
  ['http://host.example:99999', /not an address/],
  ['curl -v', /names no address/],
  ['openwop-inspector://attach?run=r-1', /names no host/],
  ['openwop-inspector://attach?host=openwop-inspector://attach', /names no host/],
  ['openwop-inspector://delete?host=host.example', /does not support/],
  [`https://host.example/v1/runs/${'x'.repeat(129)}`, /longer than 128/],
  ['https://host.example/v1/runs/%ff', /cannot be read/],
  ['x'.repeat(20_000), /too long/],
];

test.each(REFUSED)('what is not an address is refused with the reason: %j', (text, message) => {
  const reading = readHostAddress(text);
  expect(reading.ok ? reading : reading.message).toMatch(message);
});

test('no part of a credential in the address comes back in it or in a message', () => {
  for (const text of [
    'https://u:hk_CANARY@host.example/x?token=hk_CANARY',
    'ws://u:hk_CANARY@host.example',
  ]) {
    const { token: _, ...displayed } = { token: null, ...readHostAddress(text) };
    expect(JSON.stringify(displayed)).not.toContain('CANARY');
  }
});
