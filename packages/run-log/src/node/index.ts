/** Sources of Node: files, and spools in temporary files. Not for the window or its worker. */
export { fileSpool, openFile, openGrowingFile } from './file-source.ts';
export { startLookThread } from './start-look-thread.ts';
