import { expect, test } from 'vitest';
import { createTokenVault, type SafeStorage } from './token-vault.ts';

/** A store that turns texts around. */
function store(parts: Partial<SafeStorage> = {}): SafeStorage {
  const turned = (text: string) => [...text].reverse().join('');
  return {
    isEncryptionAvailable: () => true,
    encryptString: (text) => Buffer.from(turned(text)),
    decryptString: (sealed) => turned(sealed.toString()),
    getSelectedStorageBackend: () => 'gnome_libsecret',
    ...parts,
  };
}

const { getSelectedStorageBackend: _without, ...olderStore } = store();
const broken = (): never => {
  throw new Error('locked');
};

test.each([
  ['a keyring on Linux', store(), 'linux'],
  ['Windows', olderStore, 'win32'],
  ['macOS', olderStore, 'darwin'],
])('tokens are stored with %s', (_what, storage, platform) => {
  const vault = createTokenVault(storage, platform);
  expect(vault.refusal()).toBeNull();
  expect(vault.unseal(vault.seal('a token') ?? new Uint8Array())).toBe('a token');
});

test.each([
  ['no encryption', store({ isEncryptionAvailable: () => false }), 'darwin'],
  ['a store that is queried too early', store({ isEncryptionAvailable: broken }), 'win32'],
  ['a password that everybody knows', store({ getSelectedStorageBackend: () => 'basic_text' }), 'linux'],
  ['a backend that is not known', store({ getSelectedStorageBackend: () => 'unknown' }), 'linux'],
  ['a backend that is not reported', olderStore, 'linux'],
])('tokens are not stored with %s, in words (S-10)', (_what, storage, platform) => {
  const vault = createTokenVault(storage, platform);
  expect(vault.refusal()).toMatch(/until the inspector exits\.$/);
  expect(vault.seal('a token')).toBeNull();
  expect(vault.unseal(Buffer.from('nekot a'))).toBeNull();
});

test('a store that fails gives nothing', () => {
  const vault = createTokenVault(store({ encryptString: broken, decryptString: broken }), 'darwin');
  expect([vault.seal('a'), vault.unseal(Buffer.from('a'))]).toEqual([null, null]);
});
