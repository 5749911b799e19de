/** What every room needs and none owns: secrets and how they are masked, JSON as text. */
export * from './json/unescape.ts';
export * from './mask/mark.ts';
export * from './mask/mask.ts';
export * from './mask/mask-json-text.ts';
export * from './mask/masked-text.ts';
export * from './mask/masker.ts';
export * from './secrets/find-secrets.ts';
export { createKnownSecrets, type KnownSecrets } from './secrets/known-secrets.ts';
export { isSecretKey, isTokenKey, nameBelow } from './secrets/secret-names.ts';
