import { describe, expect, test } from 'vitest';
import type { RenderPlace } from '../contract/render-services.ts';
import { contentUrl } from '../model/choose/content-source.ts';
import { loadFacts, loadPlace, refusalText, requestAddress } from './RemotePanel.tsx';

const file: RenderPlace = { hostName: null, runId: 'run-1', sendsCredentials: false };
const attached: RenderPlace = { hostName: 'host.example:8443', runId: 'run-1', sendsCredentials: true };

function about(address: string, place: RenderPlace) {
  const url = contentUrl(address);
  const where = loadPlace(url, place);
  return { ...where, request: requestAddress(address, url, where), words: loadFacts(where, place) };
}

describe('credentials go to the own host of an attached run and to no other (security S-17)', () => {
  test.each([
    ['https://host.example:8443/a', attached, true, 'run'],
    ['https://HOST.example:8443/a', attached, true, 'run'],
    ['/v1/runs/r/assets/a', attached, true, 'run'],
    ['https://host.example/a', attached, false, 'other'],
    ['https://host.example.evil.test:8443/a', attached, false, 'other'],
    ['https://host.example:8443/a', { ...attached, sendsCredentials: false }, false, 'run'],
    ['https://host.example:8443/a', file, false, 'unknown'],
  ] as const)('%s', (address, place, sends, owner) => {
    const found = about(address, place);
    expect([found.sendsCredentials, found.owner]).toEqual([sends, owner]);
    const said = found.words.find(({ name }) => name === 'Credentials')?.value;
    if (sends) expect(said).toContain('are sent, since');
    else expect(said).toBe('No credentials are sent');
  });
});

describe('what is requested', () => {
  test.each([
    ['https://a.example/x', file, 'https://a.example/x'],
    ['/v1/assets/x', file, null],
    ['/v1/x', attached, 'https://host.example:8443/v1/x'],
    ['/v1/x', { ...attached, hostName: '127.0.0.1:3801' }, 'http://127.0.0.1:3801/v1/x'],
    ['https://a.example/assets/abcd…[masked:asset-token]', file, null],
    ['https://a.example/[REDACTED:key]', file, null],
    ['javascript:alert(1)', file, null],
    ['https://u:p@a.example/', file, null],
  ] as const)('%s', (address, place, requested) => expect(about(address, place).request).toBe(requested));
});

describe('risks are named', () => {
  test.each([
    ['https://xn--80ak6aa92e.com/', file, 'Name', 'punycode'],
    ['http://a.example/', file, 'Connection', 'not encrypted'],
    ['https://a.example/', attached, 'Run', 'Not the host of run run-1, which is host.example:8443'],
  ])('%s', (address, place, name, words) => {
    const fact = about(address, place).words.find((found) => found.name === name);
    expect(fact).toMatchObject({ isRisk: true });
    expect(fact?.value).toContain(words);
  });

  test('a host on this machine is none', () => {
    const words = about('http://127.0.0.1:3801/x', file).words;
    expect(words.find(({ name }) => name === 'Connection')).toMatchObject({ isRisk: false });
  });
});

test.each([
  ['javascript:alert(1)', 'scheme javascript'],
  ['data:text/html,x', 'scheme data'],
  ['file:///etc/passwd', 'scheme file'],
  ['https://u:p@a.example/', 'user name'],
  ['no address', 'cannot be requested'],
  ['//evil.example/x', 'cannot be requested'],
])('%s is refused in words', (address, words) => {
  const url = contentUrl(address);
  expect(loadPlace(url, file).obstacle).toBe('refused');
  expect(refusalText(url, 'refused')).toContain(words);
});
