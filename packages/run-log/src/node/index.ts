/** Sources of Node: files, and spools in temporary files. Not for the window or its worker. */
export { openFile, openGrowingFile } from './file-source.ts';
export { fileSpool } from './file-spool.ts';
export { startLookThread } from './start-look-thread.ts';
