import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { unreachable } from '@openwop-inspector/base';
import { fileErrorCode, fileProblem, type Growth, type OpenFiles } from './open-files.ts';
import { rendererPath } from './security-headers.ts';

/** What a page could ask for or use by default, each taken from the frame. */
const surfacePermissions = [
  'clipboard-write',
  'clipboard-read',
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'autoplay',
  'fullscreen',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Name of the document that draws surfaces, next to `index.html` in the renderer's folder. */
const surfaceDocumentName = 'surface.html';

/** The headers of a request that matter for a file, null where absent. */
export interface FileRequest {
  readonly method: 'GET' | 'HEAD';
  readonly range: string | null;
  readonly ifRange: string | null;
}

/** An answer without the headers that all answers of a shell share; one that it does have goes before theirs. */
export interface FileAnswer {
  readonly status: 200 | 206 | 404 | 416 | 500;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes to stream, a small file whole, words to say, or nothing (HEAD). The receiver must read or destroy a stream. */
  readonly body: Readable | Buffer | string | null;
}

/** A pipe that took a file's place would otherwise keep us waiting for a writer. */
const readWithoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Bytes read at once; large, because a run is read from end to end. */
const chunkBytes = 1 << 20;

/** Why a path is answered by no file. */
interface PathRefusal {
  readonly status: 403 | 404;
  readonly why: string;
}

/** Answers `/file/<fileId>` from the files the user opened, every other path of a request from the renderer's folder. */
export async function serveFile(
  { openFiles, rendererDir }: { readonly openFiles: OpenFiles; readonly rendererDir: string },
  path: string,
  request: FileRequest,
): Promise<FileAnswer | PathRefusal> {
  if (!path.startsWith('/file/')) {
    const own = rendererPath(rendererDir, path);
    return own.kind === 'forbidden' ? { status: 403, why: own.why } : serveOwnFile(own.file, request.method);
  }
  const fileId = path.slice('/file/'.length);
  const opened = openFiles.pathOf(fileId);
  if (opened === null) return { status: 404, why: 'This file is not open, or not any more.' };
  return serveOpenedFile(opened, request, openFiles.growthOf(fileId));
}

/**
 * Answers a request for a file that the user opened. The ETag is made of the modification time and the size, so a
 * reader that sees it change knows that the file changed under it. The bytes are always `application/octet-stream`:
 * what people open is never displayed or run as a document. The status and the bytes come from one open file, so a file
 * replaced meanwhile is not mixed up. A file that is gone answers 404 in words.
 *
 * @param growth of a file of ours that is being written: it ends where this says, and its ETag stays
 */
export async function serveOpenedFile(
  path: string,
  request: FileRequest,
  growth: Growth | null = null,
): Promise<FileAnswer> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(path, readWithoutWaiting);
    const answer = await answerFrom(handle, request, growth);
    if (!(answer.body instanceof Readable)) await handle.close();
    return answer;
  } catch (error) {
    await handle?.close();
    return failed(path, error);
  }
}

/**
 * Answers a request for a file of the renderer's build. Read whole, which also works inside a packed application. The
 * surface document brings a policy of its own.
 */
export async function serveOwnFile(path: string, method: FileRequest['method']): Promise<FileAnswer> {
  try {
    const bytes = await readFile(path);
    // Type by the extension of a file name, case aside.
    const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    const headers = {
      'content-type': types.get(extension) ?? 'application/octet-stream',
      'content-length': String(bytes.length),
      'cache-control': 'no-cache',
      ...(basename(path) === surfaceDocumentName ? surfaceHeaders(bytes.toString('utf8')) : {}),
    };
    return { status: 200, headers, body: method === 'HEAD' ? null : bytes };
  } catch (error) {
    return failed(path, error);
  }
}

function failed(path: string, error: unknown): FileAnswer {
  const code = fileErrorCode(error);
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
  return inText(isMissing ? 404 : 500, fileProblem(path, code).message);
}

async function answerFrom(handle: FileHandle, request: FileRequest, growth: Growth | null) {
  const status = await handle.stat({ bigint: true });
  if (!status.isFile()) return inText(404, 'There is no such file.');
  const sizeBytes = growth?.sizeBytes ?? Number(status.size);
  // A strong validator: nanoseconds of the modification time, and the size.
  const etag = growth?.etag ?? `"${status.mtimeNs.toString(16)}-${status.size.toString(16)}"`;
  const headers = {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    etag,
  };

  const isStale = request.ifRange !== null && request.ifRange !== etag;
  const range = readByteRange(isStale ? null : request.range, sizeBytes);
  const answer = (status: 200 | 206, { headers: more, body }: ByteContent): FileAnswer => ({
    status,
    headers: { ...headers, ...more },
    body: request.method === 'HEAD' ? null : body(),
  });
  switch (range.kind) {
    case 'unsatisfiable': {
      const said = inText(416, `The file has ${sizeBytes} bytes; the requested range is outside.`);
      return { ...said, headers: { ...said.headers, etag, 'content-range': `bytes */${sizeBytes}` } };
    }
    case 'whole':
      return answer(200, onePart(handle, 0, sizeBytes - 1));
    case 'parts':
      return answer(206, severalParts(handle, range.parts, sizeBytes));
    case 'part': {
      const { headers: length, body } = onePart(handle, range.start, range.end);
      const place = { 'content-range': `bytes ${range.start}-${range.end}/${sizeBytes}` };
      return answer(206, { headers: { ...length, ...place }, body });
    }
    default:
      return unreachable(range);
  }
}

/** Bytes of a file, and the headers that say which. A body that is made must be read or destroyed. */
interface ByteContent {
  readonly headers: FileAnswer['headers'];
  readonly body: () => FileAnswer['body'];
}

const onePart = (handle: FileHandle, start: number, end: number): ByteContent => ({
  headers: { 'content-length': String(end - start + 1) },
  body: () => {
    if (end < start) return '';
    const source = handle.createReadStream({ start, end, highWaterMark: chunkBytes });
    const bytes = Readable.from(exactly(source, end - start + 1), { objectMode: false });
    return bytes.once('close', () => source.destroy());
  },
});

/** An answer of several parts (RFC 9110 section 14.6). The bytes of each part are read when it is its turn. */
function severalParts(handle: FileHandle, parts: readonly FilePart[], sizeBytes: number): ByteContent {
  const heads = parts.map(({ start, end }, number) =>
    Buffer.from(
      `${number === 0 ? '' : '\r\n'}--${BOUNDARY}\r\ncontent-range: bytes ${start}-${end}/${sizeBytes}\r\n\r\n`,
    ),
  );
  const last = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const lengths = parts.map(({ start, end }, number) => end - start + 1 + (heads[number]?.length ?? 0));
  async function* written(): AsyncGenerator<Buffer> {
    for (const [number, { start, end }] of parts.entries()) {
      yield heads[number] ?? last;
      yield await wholePart(handle, start, end);
    }
    yield last;
  }
  const body = (): Readable =>
    Readable.from(written(), { objectMode: false }).once(
      'close',
      () => void handle.close().catch(() => undefined),
    );
  const length = lengths.reduce((sum, one) => sum + one, last.length);
  const type = `multipart/byteranges; boundary=${BOUNDARY}`;
  return { headers: { 'content-type': type, 'content-length': String(length) }, body };
}

/** Readers go by the lengths of the parts: what is in a file does not matter. */
const BOUNDARY = 'part-of-an-opened-file';

async function wholePart(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start + 1);
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) throw new FileShrank();
    filled += bytesRead;
  }
  return bytes;
}

/** Fails instead of ending when fewer bytes come than were promised: a short body must not be taken for the whole. */
async function* exactly(source: Readable, promisedBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    const buffer: Buffer = chunk;
    bytes += buffer.length;
    yield buffer;
  }
  if (bytes < promisedBytes) throw new FileShrank();
}

/** The file became shorter while it was read. */
class FileShrank extends Error {
  readonly code = 'file-shrank';
}

const inText = (status: 404 | 416 | 500, message: string): FileAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${message}\n`,
});

/** A part of a file. `end` is the last byte, as in HTTP, not one past it. */
interface FilePart {
  readonly start: number;
  readonly end: number;
}

/** What a `Range` header asks of a file. */
type ByteRange =
  | { readonly kind: 'whole' }
  | ({ readonly kind: 'part' } & FilePart)
  | { readonly kind: 'parts'; readonly parts: readonly FilePart[] }
  | { readonly kind: 'unsatisfiable' };

/** Parts of one answer, and bytes of all of them: whoever asks for more gets the whole file. */
const MAX_PARTS = 64;
const MAX_PART_BYTES = 64 * 1024 * 1024;

/**
 * Reads a `Range` header against a file's size (RFC 9110 section 14.2). A header that is absent, malformed or of another
 * unit counts as absent, and so does one of several ranges that are too many, too long or not all satisfiable, which the
 * RFC allows; one that begins past the end cannot be satisfied. A part is cut to the file's end.
 */
export const readByteRange = (header: string | null, sizeBytes: number): ByteRange =>
  header?.includes(',') === true ? severalRanges(header, sizeBytes) : oneRange(header, sizeBytes);

function severalRanges(header: string, sizeBytes: number): ByteRange {
  const [, list] = /^\s*bytes\s*=(.*)$/i.exec(header) ?? [];
  const requested = list?.split(',', MAX_PARTS + 1) ?? [];
  if (requested.length > MAX_PARTS) return { kind: 'whole' };
  const parts = requested
    .map((range) => oneRange(`bytes=${range}`, sizeBytes))
    .filter((one) => one.kind === 'part');
  const bytes = parts.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  if (parts.length < Math.max(1, requested.length) || bytes > MAX_PART_BYTES) return { kind: 'whole' };
  return { kind: 'parts', parts: parts.map(({ start, end }) => ({ start, end })) };
}

function oneRange(header: string | null, sizeBytes: number): ByteRange {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  const first = match?.[1] ?? '';
  const last = match?.[2] ?? '';
  if (match === null || (first === '' && last === '')) return { kind: 'whole' };

  const [start, end] =
    first === ''
      ? [Math.max(0, sizeBytes - Number(last)), sizeBytes - 1]
      : [Number(first), last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)];
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { kind: 'whole' };
  if (start >= sizeBytes || end < start) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end };
}

/** Types of the files a build of the renderer consists of. Anything else is bytes, which no browser runs or shows. */
const types: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['ico', 'image/x-icon'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['map', 'application/json; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain; charset=utf-8'],
  ['woff2', 'font/woff2'],
]);

/**
 * The policy of the frame that draws surfaces (security.md S-03): its own script and its own style, named by their
 * hashes, and nothing else. It reaches no address, no file and no image, sends no form, has an origin of its own that
 * is nobody's, and only our window may frame it. It does not cover WebRTC, which the frame's own script takes away (`guard-connections.ts`).
 *
 * @param html the document as it is sent, with one script and one style in it
 */
export const surfacePolicy = (html: string): string =>
  [
    "default-src 'none'",
    `script-src ${hashOf(html, 'script')}`,
    `style-src ${hashOf(html, 'style')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'sandbox allow-scripts',
  ].join('; ');

/** Headers of the surface document: its policy, and that it is granted nothing that pages may be granted. */
export const surfaceHeaders = (html: string): Readonly<Record<string, string>> => ({
  'content-security-policy': surfacePolicy(html),
  'permissions-policy': surfacePermissions,
});

/** A document without the element gets none of it allowed. */
function hashOf(html: string, element: 'script' | 'style'): string {
  const [, content] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html) ?? [];
  if (content === undefined) return "'none'";
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
