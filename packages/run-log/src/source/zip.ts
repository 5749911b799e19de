import { plainLine } from '@openwop-inspector/protocol';
import { type ByteSource, SourceError } from './byte-source.ts';
import { type Spool, type UnpackAnswer, type UnpackedSource, unpackSource } from './unpacked-source.ts';

/** A file of a ZIP archive. */
export type ZipFile = ReturnType<typeof fileAt>;

/** The files of an archive, or why they cannot be listed, as the end of the sentence "A ZIP archive …". */
export type ZipListing =
  | { readonly kind: 'listed'; readonly files: readonly ZipFile[] }
  | { readonly kind: 'refused'; readonly why: string };

/** The record at the end of an archive, and the longest comment behind it. */
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const HEADER_BYTES = 46;
const LOCAL_BYTES = 30;
/** Files that are listed; whoever has more of them unpacks them first. */
const MAX_FILES = 2000;
const MAX_LIST_BYTES = 4 * 1024 * 1024;

const SIGNATURE = { file: 0x04034b50, header: 0x02014b50, end: 0x06054b50 } as const;
/** What systems put into archives next to the files of their users. */
const OF_SYSTEMS = /(?:^|\/)(?:__MACOSX\/.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;
/** A name that leads out of the folder into which an archive is unpacked. */
const LEADS_OUT = /^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/;

const refused = (why: string): ZipListing => ({ kind: 'refused', why });
const CUT = 'that is cut or damaged. Fetch it again';

/** Lists the files of an archive by its directory, without folders and what systems add. Reads 4 MiB at most. */
export async function listZip(source: ByteSource): Promise<ZipListing> {
  const most = END_BYTES + MAX_COMMENT_BYTES;
  const tail = await source.read(Math.max(0, source.sizeBytes - most), most);
  const end = endRecord(tail);
  if (end === null) return refused(CUT);
  const disks = end.getUint16(4, true) + end.getUint16(6, true);
  const [count, bytes, at] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  if (count === 0xffff || bytes === 0xffffffff || at === 0xffffffff)
    return refused('of the form ZIP64. Unpack it and open the log in it');
  if (disks > 0) return refused('in several parts. Join and unpack them, and open the log in it');
  if (count > MAX_FILES || bytes > MAX_LIST_BYTES)
    return refused(`with ${count} files. Unpack it and open the log in it, or its folder`);
  const files = filesOf(await source.read(at, bytes), count);
  if (files === null) return refused(CUT);
  const outside = files.find(({ name }) => LEADS_OUT.test(name));
  if (outside !== undefined)
    return refused(
      `with a file that leads out of its folder: ${outside.name}. Do not unpack it; ask its sender for the log alone`,
    );
  return { kind: 'listed', files };
}

/** The last record whose comment ends where the archive ends. O(length of the tail). */
function endRecord(tail: Uint8Array): DataView | null {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.length);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== SIGNATURE.end) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) === tail.length)
      return new DataView(tail.buffer, tail.byteOffset + at, END_BYTES);
  }
  return null;
}

/** The files of a directory; null when it is damaged. */
function filesOf(list: Uint8Array, count: number): readonly ZipFile[] | null {
  const view = new DataView(list.buffer, list.byteOffset, list.length);
  const files: ZipFile[] = [];
  let at = 0;
  for (let number = 0; number < count; number++) {
    if (at + HEADER_BYTES > list.length || view.getUint32(at, true) !== SIGNATURE.header) return null;
    const nameAt = at + HEADER_BYTES;
    const nameBytes = view.getUint16(at + 28, true);
    const name = plainLine(new TextDecoder().decode(list.subarray(nameAt, nameAt + nameBytes)));
    if (!/[/\\]$/.test(name) && !OF_SYSTEMS.test(name)) files.push(fileAt(view, at, name));
    at = nameAt + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

function fileAt(view: DataView, at: number, name: string) {
  return {
    /** As it is recorded, without what a screen would hide. */
    name,
    isEncrypted: (view.getUint16(at + 8, true) & 1) !== 0,
    /** 0 stored, 8 deflated; others are not unpacked. */
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packedBytes: view.getUint32(at + 20, true),
    bytes: view.getUint32(at + 24, true),
    /** Place of its local header. */
    headerAt: view.getUint32(at + 42, true),
  };
}

/**
 * Unpacks one stored or deflated file of an archive while it is read, within the limits of a gzip source, and checks
 * its size and checksum at its end. Null when its header is damaged. `source` is closed with it.
 */
export async function zipFileSource(
  source: ByteSource,
  file: ZipFile,
  makeSpool: () => Spool | Promise<Spool>,
  mayUnpack?: UnpackAnswer,
): Promise<UnpackedSource | null> {
  const local = await source.read(file.headerAt, LOCAL_BYTES);
  const view = new DataView(local.buffer, local.byteOffset, local.length);
  if (local.length < LOCAL_BYTES || view.getUint32(0, true) !== SIGNATURE.file) return null;
  const from = file.headerAt + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  const sum = new Checksum();
  return unpackSource(
    source,
    {
      form: file.method === 0 ? 'stored' : 'deflate-raw',
      from,
      to: from + file.packedBytes,
      onBytes: (bytes) => sum.add(bytes),
      isWhole: () => sum.bytes === file.bytes && sum.value === file.crc,
      damaged: (size) =>
        new SourceError(
          'zip_damaged',
          `${source.name}: ${file.name} is cut or damaged in the ZIP archive, after ${size} unpacked bytes`,
        ),
    },
    await makeSpool(),
    mayUnpack,
  );
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320;
  return crc;
});

/** CRC-32 of all bytes that are added. */
class Checksum {
  bytes = 0;
  private crc = 0xffffffff;

  get value(): number {
    return (this.crc ^ 0xffffffff) >>> 0;
  }

  add(bytes: Uint8Array): void {
    let { crc } = this;
    for (let i = 0; i < bytes.length; i++)
      crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ (bytes[i] as number)) & 0xff] as number);
    this.crc = crc;
    this.bytes += bytes.length;
  }
}
