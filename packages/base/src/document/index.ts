/** An answer as data, and its writers. */
export * from './document.ts';
export * from './safe-text.ts';
export * from './terminal.ts';
