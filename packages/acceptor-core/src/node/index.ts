/** What the acceptor needs in Node. Not for the window or its worker. */
export { createKillableSchemaCompiler, type KillableOptions } from './killable-schema-compiler.ts';
