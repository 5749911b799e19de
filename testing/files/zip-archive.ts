import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive, and what its headers say otherwise than its content. */
export interface ArchivedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** 0 stored, 8 deflated (unless given); any other is written as it is. */
  readonly method?: number;
  readonly flags?: number;
  /** In place of the checksum of the content. */
  readonly crc?: number;
}

/** A ZIP archive of these files; `end` overwrites 16-bit fields of its last record, by their offsets. */
export function zipArchive(
  files: readonly ArchivedFile[],
  end: Readonly<Record<number, number>> = {},
): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const headers: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const bytes = Buffer.from(file.content);
    const packed = file.method === undefined || file.method === 8 ? deflateRawSync(bytes) : bytes;
    const name = Buffer.from(file.name);
    const fields = fieldsOf(file, bytes, packed);
    const local = Buffer.concat([numbers([0x04034b50, 4], [20, 2]), fields, numbers([0, 2])]);
    parts.push(local, name, packed);
    const place = numbers([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]);
    headers.push(numbers([0x02014b50, 4], [20, 2], [20, 2]), fields, place, name);
    at += local.length + name.length + packed.length;
  }
  const list = Buffer.concat(headers);
  const count = [files.length, 2] as const;
  const last = numbers([0x06054b50, 4], [0, 2], [0, 2], count, count, [list.length, 4], [at, 4], [0, 2]);
  for (const [offset, value] of Object.entries(end)) last.writeUInt16LE(value, Number(offset));
  return Buffer.concat([...parts, list, last]);
}

/** Flags, method, time, checksum, sizes and the length of the name, as both headers have them. */
function fieldsOf({ name, method = 8, flags = 0, crc }: ArchivedFile, bytes: Buffer, packed: Buffer): Buffer {
  const sizes = numbers([packed.length, 4], [bytes.length, 4], [Buffer.byteLength(name), 2]);
  return Buffer.concat([numbers([flags, 2], [method, 2], [0, 4], [crc ?? crc32(bytes), 4]), sizes]);
}

const numbers = (...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer =>
  Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
