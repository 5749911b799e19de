/** What the protocol says, in one place: ids, codes, event types, and the checks generated from our schemas. */
export * from './codes.ts';
export * from './document-check.ts';
export * from './envelope-check.ts';
export * from './envelope-schema.ts';
export * from './event-aliases.ts';
export * from './event-types.ts';
export type * from './generated/document-types.ts';
export type * from './generated/envelope-types.ts';
export type * from './generated/payload-types.ts';
export type * from './generated/shared-types.ts';
export * from './ids.ts';
export * from './kind-schemas.ts';
export * from './payload-check.ts';
export type { Problem } from './problem.ts';
export type { ProblemInfo, Severity } from './problem-info.ts';
export { type SchemaFinding, violationMessage } from './schema-findings.ts';
export { isDateTime, isUri, type SchemaError } from './validator-runtime.ts';
