import { deflateRawSync, gzipSync } from 'node:zlib';

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
    const fields = fieldsOf(file, bytes, packed);
    const local = Buffer.concat([numbers([0x04034b50, 4], [20, 2]), fields, numbers([0, 2])]);
    parts.push(local, Buffer.from(file.name), packed);
    headers.push(
      Buffer.concat([
        numbers([0x02014b50, 4], [20, 2], [20, 2]),
        fields,
        numbers([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]),
        Buffer.from(file.name),
      ]),
    );
    at += local.length + Buffer.byteLength(file.name) + packed.length;
  }
  const list = Buffer.concat(headers);
  const count = files.length;
  const last = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [list.length, 4],
    [at, 4],
    [0, 2],
  );
  for (const [offset, value] of Object.entries(end)) last.writeUInt16LE(value, Number(offset));
  return Buffer.concat([...parts, list, last]);
}

/** Flags, method, time, checksum, sizes and the length of the name, as both headers have them. */
function fieldsOf({ name, method = 8, flags = 0, crc }: ArchivedFile, bytes: Buffer, packed: Buffer): Buffer {
  // The checksum that gzip writes is the same one.
  const sum = gzipSync(bytes).readUInt32LE(gzipSync(bytes).length - 8);
  return numbers(
    [flags, 2],
    [method, 2],
    [0, 4],
    [crc ?? sum, 4],
    [packed.length, 4],
    [bytes.length, 4],
    [Buffer.byteLength(name), 2],
  );
}

function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  return Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes);
      field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}
