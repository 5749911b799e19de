import { basename } from 'node:path';
import { cutMasked, type MaskedText, masker, words } from '@openwop-inspector/base';
import { plainLine } from '@openwop-inspector/protocol';
import type { FileProblem } from '@openwop-inspector/shell-contract';

export { fileErrorCode } from '@openwop-inspector/host-client/node';

/** Why a file could not be opened, in words that name the file and never the folder it is in. */
export function fileProblem(path: string, code: string | null): FileProblem {
  const name = masker.text(plainLine(basename(path)));
  return { name, message: messageFor(name, code) };
}

function messageFor(name: MaskedText, code: string | null): MaskedText {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return words`There is no file ${name} at that place. It may have been moved or deleted.`;
    case 'EACCES':
    case 'EPERM':
      return words`${name} may not be read: you have no permission for it.`;
    case 'EISDIR':
      return words`${name} is a folder. Open a file inside it.`;
    case 'ENAMETOOLONG':
      return words`The name of ${cutMasked(name, 41)} is too long for this system.`;
    case 'EMFILE':
    case 'ENFILE':
      return words`${name} cannot be opened because too many files are open. Close some and try again.`;
    case 'not-a-file':
      return words`${name} is not a regular file but a device, pipe or socket.`;
    default:
      return words`${name} cannot be opened${code === null ? words`` : words` (${masker.text(code)})`}.`;
  }
}
