import { expect, test } from 'vitest';
import { rangeSource } from './byte-source.ts';

const FILE = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7 + (i >> 8)) & 255);

/** A server of the file; of several ranges it sends all of them, or one of the other answers that RFC 9110 allows. */
function server(answersMany: 'parts' | 'whole' | 'other parts' | 'cut' | 'vanished') {
  const requests: string[] = [];
  const partsOf = (ranges: readonly (readonly number[])[]) => {
    const text = (word: string) => [...new TextEncoder().encode(word)];
    return ranges.flatMap(([start = 0, end = 0]) => [
      ...text(`--b\r\nContent-Type: x/y\r\nContent-Range: bytes ${start}-${end}/${FILE.length}\r\n\r\n`),
      ...FILE.subarray(start, end + 1),
      ...text('\r\n'),
    ]);
  };
  const ask = (_url: string, headers: Record<string, string>): Promise<Response> => {
    const range = headers.Range ?? '';
    requests.push(range);
    const ranges = range
      .slice('bytes='.length)
      .split(',')
      .map((one) => one.split('-').map(Number));
    const [[start = 0, end = 0] = []] = ranges;
    const init = { status: 206, headers: { ETag: 'a', 'Content-Type': 'multipart/byteranges; boundary=b' } };
    if (ranges.length === 1)
      return Promise.resolve(
        new Response(FILE.slice(start, end + 1), { status: 206, headers: { ETag: 'a' } }),
      );
    if (answersMany === 'whole')
      return Promise.resolve(new Response(FILE, { status: 200, headers: { ETag: 'a' } }));
    if (answersMany === 'vanished') return Promise.resolve(new Response(null, { status: 404 }));
    const body = Uint8Array.from(partsOf(answersMany === 'other parts' ? [...ranges].reverse() : ranges));
    return Promise.resolve(new Response(answersMany === 'cut' ? body.slice(0, -9000) : body, init));
  };
  return { requests, ask };
}

const PLACES = Array.from({ length: 150 }, (_, i) => ((i * 7919) % 290) * 1000);
const read = (ask: ReturnType<typeof server>['ask']) => {
  const source = rangeSource('run.ndjson', '/bytes', FILE.length, ask);
  return Promise.all(PLACES.map((place) => source.read(place, 9000)));
};

/** Whether each read brought the bytes of its place; reported as one boolean, since an equality of that many bytes takes seconds. */
const isRight = (read: readonly Uint8Array[]): boolean =>
  read.length === PLACES.length &&
  read.every((bytes, i) => {
    const place = PLACES[i] ?? 0;
    return Buffer.compare(bytes, FILE.subarray(place, place + 9000)) === 0;
  });

test('ranges of one turn are one request for 64 of them', async () => {
  const { requests, ask } = server('parts');
  const bytes = await read(ask);
  expect(isRight(bytes)).toBe(true);
  expect(requests.map((range) => range.split(',').length)).toEqual([64, 64, 22]);
});

test('a range that is alone is requested alone', async () => {
  const { requests, ask } = server('parts');
  const source = rangeSource('run.ndjson', '/bytes', FILE.length, ask);
  expect(await source.read(299_990, 100)).toEqual(FILE.slice(299_990));
  expect(await source.read(FILE.length, 10)).toEqual(new Uint8Array(0));
  expect(requests).toEqual(['bytes=299990-299999']);
});

test.each(['whole', 'other parts', 'cut'] as const)(
  'whoever answers several ranges otherwise (%s) is queried for each',
  async (answersMany) => {
    const { ask } = server(answersMany);
    expect(isRight(await read(ask))).toBe(true);
  },
);

test('a file that is gone is reported to all who wait', async () => {
  const { ask } = server('vanished');
  const source = rangeSource('run.ndjson', '/bytes', FILE.length, ask);
  const reads = await Promise.allSettled([0, 5000, 9000].map((place) => source.read(place, 10)));
  for (const one of reads) expect(one).toMatchObject({ reason: { code: 'source_vanished' } });
});
