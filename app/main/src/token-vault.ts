import type { TokenVault } from '@openwop-inspector/shell-core';

/** What of Electron's `safeStorage` is used; the backend is reported on Linux alone, and not by older versions. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(sealed: Buffer): string;
  getSelectedStorageBackend?(): string;
}

const until = 'Tokens are stored until the inspector exits.';

/**
 * Tokens in the store of the system. On Linux a store without a keyring encrypts with a password that everybody knows
 * (`basic_text`): that is none, and neither is one that does not say what it is (security.md S-10).
 */
export function createTokenVault(storage: SafeStorage, platform: string): TokenVault {
  const hasStore = () =>
    orNull(() => storage.isEncryptionAvailable()) === true && (platform !== 'linux' || isKeyring(storage));
  return {
    refusal: () => (hasStore() ? null : whyNot(platform)),
    seal: (text) => (hasStore() ? orNull(() => storage.encryptString(text)) : null),
    unseal: (sealed) => (hasStore() ? orNull(() => storage.decryptString(Buffer.from(sealed))) : null),
  };
}

function isKeyring(storage: SafeStorage): boolean {
  const backend = orNull(() => storage.getSelectedStorageBackend?.() ?? 'unknown');
  return backend !== null && backend !== 'basic_text' && backend !== 'unknown';
}

function whyNot(platform: string): string {
  const missing =
    platform === 'linux'
      ? 'This system has no keyring that is open, such as GNOME Keyring or KWallet.'
      : 'The store of this system for secrets is not available.';
  return `${missing} ${until}`;
}

/** The store throws when it is locked, was moved, or is queried too early. */
function orNull<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
