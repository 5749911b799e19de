/** Sources of Node: files, and spools in temporary files. Not for the window or its worker. */
export { openFile } from './file-source.ts';
export { fileSpool } from './file-spool.ts';
export { openGrowingFile } from './growing-file.ts';
