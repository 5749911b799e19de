import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLocalName, networkPlace, readAllowedOrigins, readLoadAddress } from './network-place.ts';

describe('an IP address leads to', () => {
  test.each([
    ['8.8.8.8', 'public'],
    ['1.1.1.1', 'public'],
    ['93.184.216.34', 'public'],
    ['9.255.255.255', 'public'],
    ['11.0.0.0', 'public'],
    ['100.63.255.255', 'public'],
    ['100.128.0.0', 'public'],
    ['126.255.255.255', 'public'],
    ['128.0.0.1', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
    ['192.167.255.255', 'public'],
    ['192.169.0.0', 'public'],
    ['198.17.255.255', 'public'],
    ['198.20.0.0', 'public'],
    ['223.255.255.255', 'public'],
    ['0.0.0.0', 'loopback'],
    ['0.1.2.3', 'loopback'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['10.0.0.1', 'private'],
    ['10.255.255.255', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['192.168.255.255', 'private'],
    ['100.64.0.1', 'shared'],
    ['100.127.255.255', 'shared'],
    ['100.100.100.200', 'metadata'],
    ['169.254.0.1', 'link-local'],
    ['169.254.170.2', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['192.0.0.192', 'metadata'],
    ['192.0.0.8', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['192.88.99.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['198.19.255.255', 'reserved'],
    ['198.51.100.7', 'reserved'],
    ['203.0.113.7', 'reserved'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['2606:2800:220:1:248:1893:25c8:1946', 'public'],
    ['2a00:1450:4001:800::200e', 'public'],
    ['2001:4860:4860::8888', 'public'],
    ['2003::1', 'public'],
    ['::', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:0.0.0.0', 'loopback'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['::ffff:8.8.8.8', 'public'],
    ['::ffff:0:127.0.0.1', 'reserved'],
    ['::127.0.0.1', 'reserved'],
    ['::8.8.8.8', 'reserved'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['64:ff9b::a9fe:a9fe', 'metadata'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['64:ff9b:1::8.8.8.8', 'reserved'],
    ['2002:7f00:1::', 'reserved'],
    ['2002:808:808::1', 'reserved'],
    ['2001::1', 'reserved'],
    ['2001:0:7f00:1::', 'reserved'],
    ['2001:10::1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['3fff::1', 'reserved'],
    ['100::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['fc00::1', 'private'],
    ['fd12:3456:789a::1', 'private'],
    ['fd00:ec2::254', 'metadata'],
    ['fd20:ce::254', 'metadata'],
    ['fec0::1', 'private'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['febf::1', 'link-local'],
    ['ff02::1', 'multicast'],
    ['ff0e::1', 'multicast'],
    ['localhost', 'reserved'],
    ['127.1', 'reserved'],
    ['', 'reserved'],
  ])('%s: %s (http-client-ssrf-guard)', (address, place) => {
    expect(networkPlace(address)).toBe(place);
  });

  test('the same place whether it is written for IPv4 or mapped into IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(networkPlace(`::ffff:${address}`)).toBe(networkPlace(address));
        expect(networkPlace(`64:ff9b::${address}`)).toBe(networkPlace(address));
      }),
    );
  });

  test('some place for any IPv6 address, and public only from 2000::/3 or IPv4 in it', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const { hostname } = new URL(`http://[${address}]/`);
        const isPublic = networkPlace(address) === 'public';
        if (isPublic) expect(hostname).toMatch(/^\[([23]|::ffff:|64:ff9b::)/);
      }),
    );
  });
});

describe('an address in whatever notation is read as a browser would', () => {
  test.each([
    ['http://127.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['http://0x7f.0.0.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://017700000001/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://10.1/', '10.0.0.1'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://127。0。0。1/', '127.0.0.1'],
    ['http://%31%32%37.0.0.1/', '127.0.0.1'],
    ['http://169.254.169.254./', '169.254.169.254'],
    ['http://[::FFFF:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://[0:0:0:0:0:0:0:1]:81/', '::1'],
  ])('%s is %s', (address, host) => {
    expect(readLoadAddress(address)).toMatchObject({ hostName: host, isIp: true });
  });

  test.each([
    'ftp://media.example/a',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'blob:https://media.example/1',
    'inspector://app/',
    '//media.example/a.png',
    '/v1/runs/r1/assets/a',
    'media.example/a.png',
    'https://user@media.example/',
    'https://user:password@media.example/',
    'https://:password@media.example/',
    'https://',
    'https://media.example:99999/',
    'https://media.example/a b',
    ' https://media.example/',
    'https://media.example/\n',
    'java\tscript:alert(1)',
    'https://[::1',
    'https://1.2.3.4.5/',
    '',
  ])('%j is not one that is loaded', (address) => {
    expect(readLoadAddress(address)).toBeNull();
  });

  test('the fragment stays here', () => {
    expect(readLoadAddress('https://media.example/a?b#secret')?.url.href).toBe('https://media.example/a?b');
  });
});

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['localhost.', true],
  ['a.localhost', true],
  ['localhost.example', false],
  ['notlocalhost', false],
])('%s means this machine: %s', (name, isLocal) => {
  expect(isLocalName(name)).toBe(isLocal);
});

test.each([
  [undefined, []],
  ['', []],
  ['http://127.0.0.1:8787', ['http://127.0.0.1:8787']],
  [' http://127.0.0.1:8787/v1 , https://[::1]:1', ['http://127.0.0.1:8787', 'https://[::1]:1']],
  ['http://localhost:3000', ['http://localhost:3000']],
  ['http://10.0.0.1', []],
  ['http://169.254.169.254', []],
  ['http://[fd00::1]', []],
  ['https://media.example', []],
  ['*', []],
  ['http://localhost.example', []],
  ['127.0.0.1:8787', []],
])('%j lets content come from %j', (text, origins) => {
  expect([...readAllowedOrigins(text)]).toEqual(origins);
});
