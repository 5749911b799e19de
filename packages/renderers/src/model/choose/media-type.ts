/** Media types: what may be shown in place, and what would run (envelope 2.2, security S-07, S-08). */

/** `type/subtype` in lower case without parameters; null for anything else. */
export function mediaTypeOf(text: string | null): string | null {
  const essence = (text ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(essence) ? essence : null;
}

/** Images that may be shown in place, once their first bytes agree. */
const INLINE_IMAGES: ReadonlySet<string> = new Set(
  ['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp'].map((name) => `image/${name}`),
);

const INLINE_AUDIO: ReadonlySet<string> = new Set(
  ['mpeg', 'mp4', 'aac', 'ogg', 'wav', 'webm', 'flac'].map((name) => `audio/${name}`),
);

/** Other names of the same types, as hosts and models write them. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/aacp', 'audio/aac'],
  ['audio/opus', 'audio/ogg'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
]);

/** The one name of a type that has several. */
export function canonicalMediaType(type: string): string {
  return ALIASES.get(type) ?? type;
}

/** True for an image or audio type that may be shown in place. Takes the canonical name. */
export function isInlineType(type: string, family: 'image' | 'audio'): boolean {
  return (family === 'image' ? INLINE_IMAGES : INLINE_AUDIO).has(type);
}

/** Types that a browser would run; they are source to read or a file to save, never more. */
const EXECUTING =
  /^(text\/html|application\/pdf|text\/(java|ecma)script|application\/(x-)?(java|ecma)script)$/;

/** True for HTML, SVG, XHTML and any other XML, PDF, and script. */
export function isExecutingType(type: string): boolean {
  return EXECUTING.test(type) || /(^(text|application)\/xml|\+xml)$/.test(type);
}

/** True when the source of an executing type is readable text. */
export function isReadableSource(type: string): boolean {
  return isExecutingType(type) && type !== 'application/pdf';
}

/** The ending of a file of this type, with its dot; empty when none is known. */
export function fileEnding(type: string | null): string {
  return (type === null ? undefined : ENDINGS.get(canonicalMediaType(type))) ?? '';
}

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['image/png', '.png'],
  ['image/jpeg', '.jpg'],
  ['image/gif', '.gif'],
  ['image/webp', '.webp'],
  ['image/avif', '.avif'],
  ['image/bmp', '.bmp'],
  ['image/svg+xml', '.svg'],
  ['audio/mpeg', '.mp3'],
  ['audio/mp4', '.m4a'],
  ['audio/aac', '.aac'],
  ['audio/ogg', '.ogg'],
  ['audio/wav', '.wav'],
  ['audio/webm', '.weba'],
  ['audio/flac', '.flac'],
  ['application/pdf', '.pdf'],
  ['application/json', '.json'],
  ['application/zip', '.zip'],
  ['text/csv', '.csv'],
  ['text/html', '.html'],
  ['text/markdown', '.md'],
  ['text/plain', '.txt'],
]);
