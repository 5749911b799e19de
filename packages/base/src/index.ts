/** What every package needs and none owns: JSON as values and as text, results, secrets and how they are masked. */

export * from './basics.ts';
export { INERT_PAGE_HEAD } from './document/markdown.ts';
export { HIDDEN_CHARACTERS, TEXT_JOINER } from './document/safe-text.ts';
export * from './json/exact-number.ts';
export * from './json/json-scanner.ts';
export * from './json/json-text.ts';
export * from './json/object.ts';
export * from './json/pointer.ts';
export * from './json/unescape.ts';
export * from './mask/mark.ts';
export * from './mask/mask-json-text.ts';
export * from './mask/masked-text.ts';
export * from './mask/masker.ts';
export type { OnToken } from './mask/secret-walk.ts';
export * from './quantities/quantities.ts';
export * from './redact/redactor.ts';
export * from './secrets/fast-look.ts';
export * from './secrets/find-secrets.ts';
export { GatheredSecrets } from './secrets/gathered-secrets.ts';
export { createKnownSecrets, type KnownSecrets, withoutKnown } from './secrets/known-secrets.ts';
export { hasTornPieces } from './secrets/many-texts.ts';
export { isSecretKey, nameBelow } from './secrets/secret-names.ts';
export { type FoundBy, finestRule, foundBy, OWN_CANARY, secretText } from './secrets/secret-text.ts';
export { StreamTokens } from './secrets/stream-tokens.ts';
export * from './shapes/checks.ts';
export * from './shapes/shape.ts';
export type * from './tree/json-node.ts';
