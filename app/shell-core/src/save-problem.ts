import { basename } from 'node:path';
import type { SaveTextFailure, SaveTextReply } from '@openwop-inspector/shell-contract';

/** The answer for a text that was not saved. */
export function notSaved(reason: SaveTextFailure, message: string): SaveTextReply {
  return { saved: false, reason, message };
}

/** Why a file could not be written, in words that name the file and never the folder it is in. */
export function saveProblem(
  path: string,
  code: string | null,
): { readonly reason: SaveTextFailure; readonly message: string } {
  const name = basename(path);
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { reason: 'no-permission', message: `${name} was not saved: you may not write to that place.` };
    case 'ENOSPC':
    case 'EDQUOT':
      return { reason: 'disk-full', message: `${name} was not saved: there is no room left on that disk.` };
    case 'ENOENT':
    case 'ENOTDIR':
      return { reason: 'not-written', message: `${name} was not saved: its folder is not there any more.` };
    case 'EISDIR':
    case 'not-a-file':
      return { reason: 'not-written', message: `${name} was not saved: what has that name is not a file.` };
    case 'EBUSY':
      return { reason: 'not-written', message: `${name} was not saved: another program holds it.` };
    default:
      return {
        reason: 'not-written',
        message: `${name} was not saved${code === null ? '' : ` (${code})`}.`,
      };
  }
}
