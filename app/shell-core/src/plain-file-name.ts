import type { SavedTextKind } from '@openwop-inspector/shell-contract';

const endings: Readonly<Record<SavedTextKind, string>> = { json: '.json', markdown: '.md', report: '.html' };

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

/** Endings under which no usual program runs what is inside, nor shows it as a page that could. */
const kept = new Set(
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

/** The ending a name may keep, in lower case with its dot, or the one to put after it (security.md S-09). */
export function safeEnding(name: string): string {
  const ending = /[^.\s]\s*\.([a-z0-9]{1,12})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (kept.has(ending)) return `.${ending}`;
  return texts.has(ending) ? '.txt' : '.bin';
}
