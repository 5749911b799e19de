/** What every room needs and none owns: secrets and how they are masked, JSON as text. */
export * from './json/unescape.ts';
export * from './mask/mark.ts';
export * from './mask/mask.ts';
export * from './mask/mask-json-text.ts';
export * from './mask/masked-text.ts';
export * from './mask/masker.ts';
export type { OnToken } from './mask/secret-walk.ts';
export * from './secrets/find-secrets.ts';
export { createKnownSecrets, type KnownSecrets, withoutKnown } from './secrets/known-secrets.ts';
export { mayHoldSecrets } from './secrets/may-hold-secrets.ts';
export { isNameOfSecret, isSecretKey, isTokenKey, nameBelow, pairPart } from './secrets/secret-names.ts';
