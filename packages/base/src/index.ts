/** What every room needs and none owns: JSON as values and as text, results, secrets and how they are masked. */

export {
  addTo,
  capital,
  errorText,
  firstThat,
  groupedBy,
  longestRise,
  type Result,
  storedIn,
  unreachable,
} from './basics.ts';
export * from './json/byte-scanner.ts';
export * from './json/exact-number.ts';
export * from './json/json-text.ts';
export * from './json/object.ts';
export * from './json/pointer.ts';
export { pointerAt } from './json/pointer.ts';
export * from './json/unescape.ts';
export * from './mask/mark.ts';
export * from './mask/mark-book.ts';
export * from './mask/mask.ts';
export * from './mask/mask-json-text.ts';
export * from './mask/masked-text.ts';
export * from './mask/masker.ts';
export type { OnToken } from './mask/secret-walk.ts';
export * from './quantities/quantities.ts';
export * from './redact/redactor.ts';
export { bytesOfProgram, type FastLook, fastLook } from './secrets/fast-look.ts';
export * from './secrets/find-secrets.ts';
export { GatheredSecrets } from './secrets/gathered-secrets.ts';
export { createKnownSecrets, type KnownSecrets, withoutKnown } from './secrets/known-secrets.ts';
export { enableFastLook, mayHoldSecrets } from './secrets/may-hold-secrets.ts';
export { isSecretKey, nameBelow } from './secrets/secret-names.ts';
export { type FoundBy, finestRule, foundBy, OWN_CANARY, secretText } from './secrets/secret-text.ts';
export { StreamTokens } from './secrets/stream-tokens.ts';
export { hasTornPieces } from './secrets/torn-pieces.ts';
export * from './shapes/checks.ts';
export * from './shapes/shape.ts';
export { INERT_PAGE_HEAD } from './text/inert-page.ts';
export { nearNames } from './text/near-names.ts';
export type * from './tree/json-node.ts';
