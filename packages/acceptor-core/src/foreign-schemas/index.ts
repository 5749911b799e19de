/**
 * Schemas of users and hosts, compiled at run time. Makes code from text: for Node and for workers with a policy of
 * their own, never for the window.
 */

export { withoutKinds, withWatch } from './copy-json.ts';
export { createSchemaCompiler } from './create-schema-compiler.ts';
