/**
 * Schemas of users and hosts, compiled at run time. Makes code from text: for Node and for workers with a policy of
 * their own, never for the window.
 */
export { createSchemaCompiler } from './create-schema-compiler.ts';
export { FOREIGN_SCHEMA_LIMITS, type ForeignSchemaLimits } from './inspect-schema.ts';
export { withoutKinds, withWatch } from './without-kinds.ts';
