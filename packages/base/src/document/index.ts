/** An answer as data, and its writers. */
export * from './document.ts';
export { htmlPage, markdownLine, markdownText } from './markdown.ts';
export * from './safe-text.ts';
export * from './terminal.ts';
