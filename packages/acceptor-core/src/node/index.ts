/** What the acceptor needs in Node. Not for the window or its worker. */
export { createKillableSchemaCompiler } from './killable-schema-compiler.ts';
