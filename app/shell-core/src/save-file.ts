import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { formatLimit, INERT_PAGE_HEAD } from '@openwop-inspector/base';
import type {
  Request,
  SavedTextKind,
  SaveTextFailure,
  SaveTextReply,
} from '@openwop-inspector/shell-contract';
import type { Log } from './log.ts';
import { fileErrorCode } from './open-files.ts';
import { writeInOneStep } from './private-files.ts';

const endings: Readonly<Record<SavedTextKind, string>> = { json: '.json', markdown: '.md', report: '.html' };

/** Names that Windows takes for devices, whatever their ending. */
const deviceNames = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/** File systems take 255 bytes; room is left for the file that is written first. */
const longestBytes = 200;

/** Endings under which no usual program runs what is inside, nor shows it as a page that could. */
const stored = new Set(
  (
    'avif bmp gif ico jpeg jpg png tif tiff webp aac flac m4a mid mp3 mp4 mpeg mpg oga ogg ogv opus wav weba webm ' +
    'csv json jsonl log md ndjson owopsession toml tsv txt yaml yml 7z bz2 gz tar xz zip zst bin docx epub odp ods odt pdf pptx ' +
    'rtf xlsx eot otf ttf woff woff2'
  ).split(' '),
);

/** Texts that a program would run, or a browser show as a page: safe to look at, under another ending. */
const texts = new Set(
  (
    'bash bat c cc cjs cmd cpp cs css go h hta htm html java js jse jsx kt lua mht mhtml mjs php pl ps1 psm1 py rb reg ' +
    'rs sh sql svg svgz swift ts tsx vbs vue wsf xht xhtml xml xsl xslt zsh'
  ).split(' '),
);

/** What a dialog begins with. */
export interface SaveProposal {
  /** A plain file name with its ending. */
  readonly name: string;
  /** `bytes`: whatever the ending of the name says. */
  readonly kind: SavedTextKind | 'bytes';
}

/**
 * Asks the person where to save. Gives the absolute path exactly as the dialog agreed on it, after the dialog's own
 * question when a file is there already; null when the person chose none.
 */
export type AskWhereToSave = (proposal: SaveProposal) => Promise<string | null>;

export const maxSavedTextBytes = 16 * 1024 * 1024;
export const maxSavedBytes = 64 * 1024 * 1024;

/** What is written: a text, bytes, or parts of such, of any length in all. */
type SavedContent = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** Answers of the calls that save. */
export type FileSaver = ReturnType<typeof createFileSaver>;

/**
 * Creates the answers. The path comes from the dialog alone and is not changed after it, so that what is replaced is
 * what the user confirmed. One dialog at a time: a window cannot pile them up. What is saved is never opened.
 *
 * @param ask null where the shell has no dialog
 */
export function createFileSaver(ask: AskWhereToSave | null, platform: string, log: Log) {
  let isAsking = false;

  async function save(proposal: SaveProposal, make: () => SavedContent): Promise<SaveTextReply> {
    if (ask === null) return notSaved('no-dialog', 'This shell saves no files itself.');
    if (isAsking) return notSaved('dialog-open', 'Another save dialog is already open.');
    isAsking = true;
    const path = await ask(proposal).finally(() => {
      isAsking = false;
    });
    if (path === null) return { saved: false, reason: 'cancelled' };
    return write(path, make(), platform, log);
  }

  return {
    async saveText({ suggestedName, text, kind }: Request<'files/save-text'>): Promise<SaveTextReply> {
      if (Buffer.byteLength(text) > maxSavedTextBytes) return tooLarge('text', maxSavedTextBytes);
      // A page is opened by a browser: what could run in one is not written by this shell.
      if (kind === 'report' && !text.startsWith(INERT_PAGE_HEAD))
        return notSaved('not-written', 'This is no report: it was not saved.');
      return save({ name: plainFileName(suggestedName, kind), kind }, () => text);
    },
    async saveBytes({ suggestedName, bytes }: Request<'files/save-bytes'>): Promise<SaveTextReply> {
      if (bytes.length > maxSavedBytes) return tooLarge('content', maxSavedBytes);
      return save({ name: plainBytesName(suggestedName), kind: 'bytes' }, () => bytes);
    },
    /** For what the shell itself makes; it is begun only when the person has chosen a place. */
    saveParts: (
      suggestedName: string,
      make: () => AsyncIterable<string | Uint8Array>,
    ): Promise<SaveTextReply> => save({ name: plainBytesName(suggestedName), kind: 'bytes' }, make),
  };
}

const tooLarge = (what: string, mostBytes: number): SaveTextReply =>
  notSaved('too-large', `The ${what} is larger than ${formatLimit(mostBytes)} and was not saved.`);

async function write(
  path: string,
  content: SavedContent,
  platform: string,
  log: Log,
): Promise<SaveTextReply> {
  try {
    const place = await placeToWrite(path);
    if (place === null) return saveProblem(path, 'not-a-file');
    await writeInOneStep(place.path, content, { mode: place.mode, isFromOutside: platform === 'win32' });
    return { saved: true, name: basename(path) };
  } catch (error) {
    const code = fileErrorCode(error);
    log({ event: 'file-not-saved', code: code ?? 'unwritable' });
    return saveProblem(path, code);
  }
}

/**
 * A link stays a link, and a file that is replaced forbids what it forbade; null for what is no file, such as a device.
 * A file that may not be written is not replaced either, though its folder would let us. Nothing that is saved may be
 * run, not even in the place of a program.
 */
async function placeToWrite(path: string): Promise<{ readonly path: string; readonly mode: number } | null> {
  try {
    const real = await realpath(path);
    const status = await stat(real);
    if (!status.isFile()) return null;
    await access(real, constants.W_OK);
    return { path: real, mode: status.mode & 0o666 };
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return { path, mode: 0o666 };
    throw error;
  }
}

/**
 * Reduces a proposed name to a plain file name with the ending of its kind, for every system: no folder, no leading
 * dot, nothing invisible or that turns the direction of writing, no name of a device (security.md S-09). A name of
 * which nothing is left becomes `saved`.
 */
export const plainFileName = (proposed: string, kind: SavedTextKind): string =>
  withEnding(plainName(proposed), endings[kind]);

/**
 * The same for bytes of any kind. An ending that no system runs or shows as a page remains; a name that ends otherwise
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
const trimmed = (name: string): string => name.replaceAll(/^[.\s]+|[.\s]+$/g, '');

function shortened(name: string, bytes: number): string {
  let stored = '';
  let size = 0;
  for (const character of name) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    stored += character;
  }
  return stored;
}

/** The ending a name may keep, in lower case with its dot, or the one to put after it (security.md S-09). */
function safeEnding(name: string): string {
  const ending = /[^.\s]\s*\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (stored.has(ending)) return `.${ending}`;
  return texts.has(ending) ? '.txt' : '.bin';
}

type NotSaved = Extract<SaveTextReply, { readonly message: string }>;

/** The answer for a text that was not saved. */
export const notSaved = (reason: SaveTextFailure, message: string): NotSaved => ({
  saved: false,
  reason,
  message,
});

/** Codes of the system by why a file could not be written. */
const problems: readonly (readonly [codes: string, reason: SaveTextFailure, words: string])[] = [
  ['EACCES EPERM EROFS', 'no-permission', 'you may not write to that place'],
  ['ENOSPC EDQUOT', 'disk-full', 'there is no room left on that disk'],
  ['ENOENT ENOTDIR', 'not-written', 'its folder is not there any more'],
  ['EISDIR not-a-file', 'not-written', 'what has that name is not a file'],
  ['EBUSY', 'not-written', 'another program holds it'],
];

/** The answer for a file that could not be written, in words that name the file and never the folder it is in. */
export function saveProblem(path: string, code: string | null): NotSaved {
  const said = `${basename(path)} was not saved`;
  const known = problems.find(([codes]) => code !== null && codes.split(' ').includes(code));
  if (known !== undefined) return notSaved(known[1], `${said}: ${known[2]}.`);
  return notSaved('not-written', `${said}${code === null ? '' : ` (${code})`}.`);
}
