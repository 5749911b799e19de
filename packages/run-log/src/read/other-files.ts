/** Files that are recognized by their first bytes, or by their name where these say nothing, and are not opened. */

interface OtherFile {
  readonly magic: readonly number[];
  readonly at?: number;
  /** What it is and what to do. */
  readonly words: string;
}

const unpack = (what: string, command: string): string =>
  `${what}: unpack it (${command}) and open the log in it`;

const OTHERS: readonly OtherFile[] = [
  { magic: [0x28, 0xb5, 0x2f, 0xfd], words: unpack('Data packed with Zstandard', 'zstd -d') },
  { magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], words: unpack('Data packed with xz', 'xz -d') },
  { magic: [0x42, 0x5a, 0x68], words: unpack('Data packed with bzip2', 'bzip2 -d') },
  { magic: [0x04, 0x22, 0x4d, 0x18], words: unpack('Data packed with LZ4', 'lz4 -d') },
  { magic: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], words: unpack('A 7-Zip archive', '7z x') },
  { magic: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], words: unpack('A RAR archive', 'unrar x') },
  { magic: [0x75, 0x73, 0x74, 0x61, 0x72], at: 257, words: unpack('A tar archive', 'tar -x') },
  {
    magic: [0x0a, 0x0d, 0x0d, 0x0a],
    words: 'A capture of network packets (pcapng): save the body of the event stream as a file and open that',
  },
  {
    magic: [0xd4, 0xc3, 0xb2, 0xa1],
    words: 'A capture of network packets (pcap): save the body of the event stream as a file and open that',
  },
];

/** What a file is by its first bytes, 512 at least where it has them, and what to do; null when they say nothing. */
export function otherFile(head: Uint8Array): string | null {
  const found = OTHERS.find(({ magic, at = 0 }) => magic.every((byte, i) => head[at + i] === byte));
  return found?.words ?? null;
}

/** Brotli has no first bytes of its own: a file of this name whose content is not text. */
export const BROTLI = unpack('Data packed with Brotli', 'brotli -d');

/** True for a name that says Brotli. */
export function isBrotliName(name: string): boolean {
  return /\.(?:br|brotli)$/i.test(name);
}
