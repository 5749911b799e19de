import { FrontToBack, type TwoWays } from './front-to-back.ts';
import { GatheredRanges, partsOf, type Stretch } from './gathered-ranges.ts';

/**
 * Bytes that can be read at any place: a file, a pasted text, a spooled stream. The engine reads a source once from
 * front to back and later only the ranges somebody looks at.
 */
export interface ByteSource {
  /** Base name, for messages; never a path. */
  readonly name: string;
  readonly origin: 'file' | 'paste' | 'url' | 'spool' | 'memory';
  /** Where another thread may open the same bytes; only of a file. */
  readonly path?: string;
  /** Size in bytes when the source was opened; of a source that grows, by now. */
  readonly sizeBytes: number;
  /**
   * Bytes from `offset` on, at most `length`; none only at the end of the source. Range reads of a single event must
   * give all that was requested; the reading from front to back takes what comes. Rejects with a `SourceError` when the
   * source vanished or changed since it was opened.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
  /** Reads into a buffer of the caller's, for sources that can do so without a copy; answers the number of bytes. */
  readInto?(target: Uint8Array, at: number, length: number, offset: number): Promise<number>;
  /** Only of a source that grows: it may be read up to here from now on. A size below the present one is ignored. */
  growTo?(sizeBytes: number): void;
  close?(): Promise<void>;
}

/** Why a source could not be read. `code` is a problem code. */
export class SourceError extends Error {
  readonly code:
    | 'source_changed'
    | 'source_vanished'
    | 'source_unreadable'
    | 'gzip_damaged'
    | 'zip_damaged'
    | 'unpack_stopped';

  constructor(code: SourceError['code'], message: string) {
    super(message);
    this.name = 'SourceError';
    this.code = code;
  }
}

/** A source over bytes in memory. */
export function bytesSource(
  name: string,
  bytes: Uint8Array,
  origin: ByteSource['origin'] = 'memory',
): ByteSource {
  return {
    name,
    origin,
    sizeBytes: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

/** A source over a text, as UTF-8. */
export function textSource(name: string, text: string, origin: ByteSource['origin'] = 'paste'): ByteSource {
  return bytesSource(name, new TextEncoder().encode(text), origin);
}

/** A source over a `Blob` or `File`. A file that changed on disk since it was chosen rejects. */
export function blobSource(name: string, blob: Blob): ByteSource {
  // The platform says "could not be read" for a file that was changed, moved or forbidden alike.
  const brokenOff = (): SourceError =>
    new SourceError('source_changed', `${name} was changed or moved since it was opened`);
  return twoWaySource(name, 'file', {
    sizeBytes: blob.size,
    brokenOff,
    async range(offset, length) {
      try {
        return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
      } catch {
        throw brokenOff();
      }
    },
    stream: (offset) => Promise.resolve({ bytes: blob.slice(offset).stream(), from: offset }),
  });
}

function twoWaySource(name: string, origin: ByteSource['origin'], ways: TwoWays): ByteSource {
  const reads = new FrontToBack(ways);
  return {
    name,
    origin,
    sizeBytes: ways.sizeBytes,
    read: (offset, length) => reads.read(offset, length),
    readInto: (target, at, length, offset) => reads.readInto(target, at, length, offset),
    close() {
      reads.close();
      return Promise.resolve();
    },
  };
}

/** Asks for a URL with these headers; `fetch`, or what adds to it that the server knows who asks. */
export type AskForRange = (url: string, headers: Record<string, string>) => Promise<Response>;

const askPlainly: AskForRange = (url, headers) => fetch(url, { headers });

/** A source over a URL that answers range requests, as the shells do. The ETag of the first answer must not change. */
export function rangeSource(name: string, url: string, sizeBytes: number, ask = askPlainly): ByteSource {
  const answered = rangeAnswers(name, url, ask);
  return twoWaySource(name, 'url', {
    sizeBytes,
    brokenOff: () => brokenAnswer(name),
    range: rangeReader(name, answered, () => sizeBytes),
    async stream(offset) {
      const { status, body } = await answered([{ offset, last: sizeBytes - 1 }]);
      if (body === null) throw brokenAnswer(name);
      // Whoever does not know ranges sends everything.
      return { bytes: body, from: status === 200 ? 0 : offset };
    },
  });
}

/** A source over a URL of a growing file, up to the size `growTo` got last. Its ETag and earlier bytes never change. */
export function growingSource(
  name: string,
  url: string,
  sizeBytes: number,
  ask = askPlainly,
): ByteSource & Required<Pick<ByteSource, 'growTo'>> {
  let size = sizeBytes;
  return {
    name,
    origin: 'url',
    get sizeBytes() {
      return size;
    },
    growTo(next) {
      size = Math.max(size, next);
    },
    read: rangeReader(name, rangeAnswers(name, url, ask), () => size),
  };
}

/** Asks for ranges of a URL; the answer has been checked. */
type RangeAnswers = (ranges: readonly Stretch[]) => Promise<Response>;

function rangeAnswers(name: string, url: string, ask: AskForRange): RangeAnswers {
  let etag: string | null = null;
  return async (ranges) => {
    let response: Response;
    try {
      const requested = ranges.map(({ offset, last }) => `${offset}-${last}`);
      response = await ask(url, { Range: `bytes=${requested.join(',')}` });
    } catch {
      throw new SourceError('source_unreadable', `${name} could not be read: the shell does not answer`);
    }
    const tag = response.headers.get('ETag');
    const refused =
      badStatus(name, response.status) ??
      (etag !== null && tag !== null && tag !== etag
        ? new SourceError('source_changed', `${name} was changed while it was open`)
        : null);
    if (refused !== null) {
      // A body that nobody reads holds its connection, and a browser has six of them for a host.
      response.body?.cancel().catch(() => undefined);
      throw refused;
    }
    etag ??= tag;
    return response;
  };
}

/** The shell breaks an answer off when the file changes under it. */
function brokenAnswer(name: string): SourceError {
  return new SourceError('source_changed', `${name} was changed while it was read`);
}

/** Reads ranges of a URL below a size that may change. */
function rangeReader(name: string, answered: RangeAnswers, sizeBytes: () => number): ByteSource['read'] {
  const bytesOf = async (response: Response): Promise<Uint8Array> => {
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch {
      throw brokenAnswer(name);
    }
  };
  const one = async (range: Stretch): Promise<Uint8Array> => {
    const response = await answered([range]);
    const bytes = await bytesOf(response);
    return response.status === 200 ? bytes.subarray(range.offset, range.last + 1) : bytes;
  };
  const many = async (ranges: readonly Stretch[]): Promise<readonly Uint8Array[] | null> => {
    const response = await answered(ranges);
    if (response.headers.get('Content-Type')?.startsWith('multipart/byteranges') === true)
      return partsOf(await bytesOf(response), ranges);
    // The whole file, or one range of it.
    response.body?.cancel().catch(() => undefined);
    return null;
  };
  const gathered = new GatheredRanges(one, many);
  return (offset, length) => {
    const last = Math.min(sizeBytes(), offset + length) - 1;
    return last < offset ? Promise.resolve(new Uint8Array(0)) : gathered.read({ offset, last });
  };
}

/** Why an answer cannot be read, by its status; null when it can. */
function badStatus(name: string, status: number): SourceError | null {
  if (status === 404) return new SourceError('source_vanished', `${name} is no longer there`);
  if (status === 416) return new SourceError('source_changed', `${name} became shorter while it was open`);
  if (status === 206 || status === 200) return null;
  return new SourceError('source_unreadable', `${name} could not be read (status ${status})`);
}
