import { isRecord, ownString, parsedJson } from '@openwop-inspector/base';
import type { Log } from '../log.ts';
import { createJsonStore } from '../stores.ts';
import { isBaseUrl } from './live-texts.ts';

/** Tokens on disk, encrypted by the system, each bound to the base URL it was given for. */
export type SealedTokens = ReturnType<typeof createSealedTokens>;

const maxEntries = 200;

/**
 * The tokens of `file`: encrypted base64 by base URL. The base URL is also inside the sealed text, so that whoever
 * edits the file cannot lead a token to another host.
 */
export function createSealedTokens(file: string, vault: TokenVault, log: Log) {
  const store = createJsonStore<Readonly<Record<string, string>>>({
    file,
    maxBytes: 4 * 1024 * 1024,
    accept: (value) => Object.fromEntries(entriesFrom(value)),
    log,
  });
  const change = (next: (entries: Map<string, string>) => void) =>
    store.update((stored) => {
      const entries = new Map(Object.entries(stored));
      next(entries);
      return Object.fromEntries(entries);
    });
  const sealedFor = async (baseUrl: string) => new Map(Object.entries(await store.read())).get(baseUrl);
  return {
    /** Why tokens cannot be stored, in words; null when they can. */
    refusal: (): string | null => vault.refusal(),
    has: async (baseUrl: string): Promise<boolean> => (await sealedFor(baseUrl)) !== undefined,
    /** Null when there is none, or it cannot be read any more, or it was sealed for another base URL. */
    async read(baseUrl: string): Promise<string | null> {
      const sealed = await sealedFor(baseUrl);
      if (sealed === undefined || vault.refusal() !== null) return null;
      const text = vault.unseal(Buffer.from(sealed, 'base64'));
      const stored = text === null ? null : parsedJson(text);
      return ownString(stored, 'baseUrl') === baseUrl ? ownString(stored, 'token') : null;
    },
    /** False when it was not stored. */
    async keep(baseUrl: string, token: string): Promise<boolean> {
      const sealed = vault.refusal() === null ? vault.seal(JSON.stringify({ baseUrl, token })) : null;
      if (sealed === null) return false;
      await change((entries) => entries.set(baseUrl, Buffer.from(sealed).toString('base64')));
      return (await sealedFor(baseUrl)) !== undefined;
    },
    async forget(baseUrl: string): Promise<void> {
      if ((await sealedFor(baseUrl)) !== undefined) await change((entries) => entries.delete(baseUrl));
    },
  };
}

function entriesFrom(value: unknown): ReadonlyMap<string, string> {
  if (!isRecord(value)) return new Map();
  return new Map(
    Object.entries(value)
      .filter((entry): entry is [string, string] => isBaseUrl(entry[0]) && isSealed(entry[1]))
      .slice(0, maxEntries),
  );
}

const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 16_384 && /^[\w+/]+={0,2}$/.test(value);

/** The system's store of secrets, as far as a token needs it: text to bytes that this person alone can turn back. */
export interface TokenVault {
  /** Null when tokens may be stored; else why not, in words. Queried when it is needed, since a store opens late. */
  refusal(): string | null;
  /** Encrypted form; null when the store fails. */
  seal(text: string): Uint8Array | null;
  /** Null for what the store cannot read any more. */
  unseal(sealed: Uint8Array): string | null;
}

/** For a shell without a store: tokens last until it ends. */
export const noVault: TokenVault = {
  refusal: () => 'This shell keeps tokens in its memory only, until it ends.',
  seal: () => null,
  unseal: () => null,
};
