/**
 * How an answer crosses from the main process to the preload script. A refusal is a value, because an exception would
 * arrive with Electron's own words in front of ours.
 */
export type WireAnswer =
  | { readonly ok: true; readonly reply: unknown }
  | { readonly ok: false; readonly why: string };
