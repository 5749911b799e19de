import type { SavedTextKind } from '@openwop-inspector/shell-contract';
import { safeEnding } from './safe-ending.ts';

const endings: Readonly<Record<SavedTextKind, string>> = { json: '.json', markdown: '.md' };

/** Names that Windows takes for devices, whatever their ending. */
const deviceNames = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** File systems take 255 bytes; room is left for the file that is written first. */
const longestBytes = 200;

/**
 * Reduces a proposed name to a plain file name with the ending of its kind, for every system: no folder, no leading
 * dot, nothing invisible or that turns the direction of writing, no name of a device (security.md S-09). A name of
 * which nothing is left becomes `saved`.
 */
export function plainFileName(proposed: string, kind: SavedTextKind): string {
  return withEnding(plainName(proposed), endings[kind]);
}

/**
 * The same for bytes of any kind. An ending that no system runs or shows as a page is kept; a name that ends otherwise
 * gets `.txt` after it when its ending is one of a text, `.bin` for everything else.
 */
export function plainBytesName(proposed: string): string {
  const name = plainName(proposed);
  return withEnding(name, safeEnding(name));
}

/** The last part of a path, without what no name may have. */
function plainName(proposed: string): string {
  const base = proposed.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return trimmed(base.replaceAll(/[\p{C}\p{DI}\p{Zl}\p{Zp}<>:"|?*]/gu, ''));
}

function withEnding(plain: string, ending: string): string {
  const stem = plain.toLowerCase().endsWith(ending) ? plain.slice(0, -ending.length) : plain;
  const short = trimmed(shortened(trimmed(stem), longestBytes - ending.length));
  if (short === '') return `saved${ending}`;
  const [first = ''] = short.split('.', 1);
  return `${deviceNames.test(first.trim()) ? '_' : ''}${short}${ending}`;
}

/** Windows drops dots and blanks at the end; at the beginning they hide a file or mislead. */
function trimmed(name: string): string {
  return name.replaceAll(/^[.\s]+|[.\s]+$/g, '');
}

function shortened(name: string, bytes: number): string {
  let kept = '';
  let size = 0;
  for (const character of name) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += character;
  }
  return kept;
}
