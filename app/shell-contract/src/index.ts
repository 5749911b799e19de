/** What shells and window say to each other. */
export * from './calls.ts';
export * from './files.ts';
export type * from './hosts.ts';
export * from './menu-commands.ts';
export * from './window.ts';
