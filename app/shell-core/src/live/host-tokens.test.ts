import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noLog } from '../log.ts';
import { createPermissions } from '../permissions.ts';
import type { KnownHost } from './host-list.ts';
import { createHostTokens } from './host-tokens.ts';
import { plainToken } from './live-texts.ts';
import { createSealedTokens, noVault, type TokenVault } from './sealed-tokens.ts';

let folder = '';
const file = () => join(folder, 'tokens.json');
const host: KnownHost = {
  hostId: 'abcdefghijkl',
  baseUrl: 'https://host.example',
  name: 'Host',
  isNamed: false,
  variable: null,
  authorityFile: null,
  recentRuns: [],
};

/** A store that can read what it wrote until it is locked. */
const openVault: TokenVault = {
  refusal: () => null,
  seal: (text) => Buffer.from(text).map((byte) => byte ^ 0x55),
  unseal: (sealed) => Buffer.from(sealed.map((byte) => byte ^ 0x55)).toString(),
};

const keeper = (vault: TokenVault, env: Readonly<Record<string, string>> = {}) =>
  createHostTokens({
    sealed: createSealedTokens(file(), vault, noLog),
    env,
    permissions: createPermissions(null, ['HOST_TOKEN']),
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-tokens-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a typed token', () => {
  test('is stored by the system when it is to be remembered, encrypted, and returned after a new start', async () => {
    const state = await keeper(openVault).keep(host, 'CANARY-one', true);
    expect(state).toEqual({ store: 'system-store', variable: null, remark: null });
    expect(await readFile(file(), 'utf8')).not.toContain('CANARY');
    expect(await keeper(openVault).tokenOf(host)).toBe('CANARY-one');
  });

  test('is in memory only when it is not to be remembered', async () => {
    const tokens = keeper(openVault);
    expect((await tokens.keep(host, 'CANARY-one', false)).store).toBe('session');
    expect(await tokens.tokenOf(host)).toBe('CANARY-one');
    expect(await keeper(openVault).tokenOf(host)).toBeNull();
  });

  test('is not written where there is no store, and the remark says why (S-10)', async () => {
    const state = await keeper(noVault).keep(host, 'CANARY-one', true);
    expect(state).toMatchObject({ store: 'session', remark: expect.stringContaining('memory only') });
    await expect(readFile(file())).rejects.toThrow('ENOENT');
  });

  test('of a store that fails is stored until the end, and said so', async () => {
    const failing = { ...openVault, seal: () => null };
    expect(await keeper(failing).keep(host, 'CANARY-one', true)).toMatchObject({
      store: 'session',
      remark: expect.stringContaining('until the inspector exits'),
    });
  });

  test('takes the place of the one before, in memory and in the store', async () => {
    const tokens = keeper(openVault);
    await tokens.keep(host, 'one', false);
    await tokens.keep(host, 'two', true);
    expect(await tokens.tokenOf(host)).toBe('two');
    await tokens.keep(host, 'three', false);
    expect([await tokens.tokenOf(host), await keeper(openVault).tokenOf(host)]).toEqual(['three', null]);
  });

  test('typed where there is no store leaves what another shell keeps', async () => {
    await keeper(openVault).keep(host, 'desktop', true);
    const tokens = keeper(noVault);
    expect(await tokens.stateOf(host)).toMatchObject({
      store: 'none',
      remark: expect.stringContaining('memory'),
    });
    await tokens.keep(host, 'browser', true);
    expect([await tokens.tokenOf(host), await keeper(openVault).tokenOf(host)]).toEqual([
      'browser',
      'desktop',
    ]);
  });

  test('is forgotten everywhere', async () => {
    const tokens = keeper(openVault);
    await tokens.keep(host, 'one', true);
    await tokens.forget(host);
    expect(await tokens.stateOf(host)).toEqual({ store: 'none', variable: null, remark: null });
    expect(await readFile(file(), 'utf8')).toBe('{}\n');
  });
});

describe('a stored token', () => {
  test('is not given to another base URL, whoever edits the file', async () => {
    await keeper(openVault).keep(host, 'CANARY-one', true);
    const stored = await readFile(file(), 'utf8');
    await writeFile(file(), stored.replace('https://host.example', 'https://evil.example'));
    const evil = { ...host, baseUrl: 'https://evil.example' };
    expect(await keeper(openVault).tokenOf(evil)).toBeNull();
  });

  test('that the system does not give back is said to be gone', async () => {
    await keeper(openVault).keep(host, 'CANARY-one', true);
    const tokens = keeper({ ...openVault, unseal: () => null });
    expect(await tokens.tokenOf(host)).toBeNull();
    expect(await tokens.stateOf(host)).toMatchObject({
      store: 'none',
      remark: expect.stringContaining('again'),
    });
  });
});

describe('a token in the environment', () => {
  const byName = { ...host, variable: 'HOST_TOKEN' };

  test('is read when it is needed and goes behind a typed one', async () => {
    const tokens = keeper(noVault, { HOST_TOKEN: ' Bearer abc ' });
    expect(await tokens.tokenOf(byName)).toBe('abc');
    expect(await tokens.stateOf(byName)).toEqual({
      store: 'environment',
      variable: 'HOST_TOKEN',
      remark: null,
    });
    tokens.takeForSession(host.baseUrl, 'typed');
    expect(await tokens.tokenOf(byName)).toBe('typed');
  });

  test.each([
    [{}, 'is not set'],
    [{ HOST_TOKEN: ' ' }, 'is not set'],
    [{ HOST_TOKEN: 'two words' }, 'cannot be a token'],
  ])('%j is remarked on', async (env, words) => {
    const tokens = keeper(noVault, env);
    expect(await tokens.tokenOf(byName)).toBeNull();
    expect((await tokens.stateOf(byName)).remark).toContain(words);
  });
});

test.each([
  ['abc', 'abc'],
  [' \n abc\n', 'abc'],
  ['Bearer abc', 'abc'],
  ['a b', null],
  ['', null],
  ['grün', null],
  ['a\r\nX-Evil: 1', null],
  ['x'.repeat(8193), null],
])('%j in a header is %j', (text, token) => {
  expect(plainToken(text)).toBe(token);
});
