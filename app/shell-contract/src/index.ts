/** What shells and window say to each other. */
export * from './call-names.ts';
export type * from './calls.ts';
export type * from './content.ts';
export * from './files.ts';
export type * from './hosts.ts';
export type * from './live.ts';
export * from './menu-commands.ts';
export * from './notes.ts';
export type * from './shell.ts';
export * from './stored-texts.ts';
export * from './window.ts';
