import { createReadStream } from 'node:fs';

/**
 * A capture once more, line by line, each gone over for secrets (security.md S-14): what passed the first time, because
 * the token was set later or a shape was learned since, does not leave the folder. Ends at `sizeBytes`, which is the end
 * of a line. Holds one line at a time.
 *
 * @param mask gives a line of JSON with its secrets masked; it stays one line of JSON
 */
export async function* maskedCopy(
  path: string,
  sizeBytes: number,
  mask: (line: string) => string,
): AsyncGenerator<string> {
  if (sizeBytes === 0) return;
  let begun: Buffer[] = [];
  const stream = createReadStream(path, { end: sizeBytes - 1, highWaterMark: 1 << 20 });
  for await (const chunk of stream) {
    const bytes: Buffer = chunk;
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      const line = Buffer.concat([...begun, bytes.subarray(start, end)]).toString('utf8');
      begun = [];
      start = end + 1;
      yield `${mask(line)}\n`;
    }
    if (start < bytes.length) begun.push(bytes.subarray(start));
  }
  if (begun.length > 0) yield `${mask(Buffer.concat(begun).toString('utf8'))}\n`;
}
