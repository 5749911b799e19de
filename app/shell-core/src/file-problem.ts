import { basename } from 'node:path';
import { plainLine } from '@openwop-inspector/protocol';
import type { FileProblem } from '@openwop-inspector/shell-contract';

export { fileErrorCode } from '@openwop-inspector/host-client/node';

/** Why a file could not be opened, in words that name the file and never the folder it is in. */
export function fileProblem(path: string, code: string | null): FileProblem {
  const name = plainLine(basename(path));
  return { name, message: messageFor(name, code) };
}

function messageFor(name: string, code: string | null): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no file ${name} at that place. It may have been moved or deleted.`;
    case 'EACCES':
    case 'EPERM':
      return `${name} may not be read: you have no permission for it.`;
    case 'EISDIR':
      return `${name} is a folder. Open a file inside it.`;
    case 'ENAMETOOLONG':
      return `The name of ${name.slice(0, 40)}… is too long for this system.`;
    case 'EMFILE':
    case 'ENFILE':
      return `${name} cannot be opened because too many files are open. Close some and try again.`;
    case 'not-a-file':
      return `${name} is not a regular file but a device, pipe or socket.`;
    default:
      return `${name} cannot be opened${code === null ? '' : ` (${code})`}.`;
  }
}
