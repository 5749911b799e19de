/** The system's store of secrets, as far as a token needs it: text to bytes that this person alone can turn back. */
export interface TokenVault {
  /** Null when tokens may be kept; else why not, in words. Asked when it is needed, since a store opens late. */
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
