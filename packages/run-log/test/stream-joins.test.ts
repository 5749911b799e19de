/** A token that is divided over the events of a stream is masked in each of them (security S-14). */
import { maskText } from '@openwop-inspector/base';
import { SecretMaker } from '@openwop-inspector/testing/planted';
import { expect, test } from 'vitest';
import { openRunLog, scanSecrets, textSource } from '../src/index.ts';

/** A token as GitHub documents it, another one for each number. */
const tokenOf = (number: number): string => new SecretMaker(number).known();

interface Chunk {
  readonly chunk: string;
  readonly sequence?: number;
  readonly nodeId?: string;
  readonly runId?: string;
  readonly channel?: string;
  readonly type?: string;
}

const lineOf = ({ chunk, sequence, nodeId = 'n', runId = 'r', channel, type }: Chunk, at: number): string => {
  const text = type === 'agent.reasoning.delta' ? { delta: chunk } : { chunk, channel, isLast: false };
  return JSON.stringify({
    eventId: `e${at}`,
    runId,
    nodeId,
    type: type ?? 'output.chunk',
    sequence: sequence ?? at,
    payload: { nodeId, runId, ...text },
  });
};

/** Each event of a log, as it is displayed. */
async function viewOf(lines: readonly string[]): Promise<readonly string[]> {
  const log = openRunLog(textSource('x.ndjson', lines.join('\n')));
  await log.loaded;
  const displayed: string[] = [];
  for (let row = 0; row < log.index.columns.length; row++)
    displayed.push(maskText(new TextDecoder().decode(await log.read(row))).text);
  await log.close();
  return displayed;
}

const [head, rest] = [(text: string) => text.slice(0, 18), (text: string) => text.slice(18)];

test.each<readonly [what: string, make: (token: string) => readonly Chunk[]]>([
  ['two chunks', (t) => [{ chunk: `x ${head(t)}` }, { chunk: `${rest(t)} y` }]],
  [
    'chunks of other nodes, runs and channels between them',
    (t) => [
      { chunk: head(t) },
      { chunk: 'a b', nodeId: 'm' },
      { chunk: 'a b', runId: 's' },
      { chunk: 'a b', channel: 'c' },
      { chunk: rest(t) },
    ],
  ],
  [
    'chunks out of order',
    (t) => [
      { chunk: rest(t), sequence: 9 },
      { chunk: head(t), sequence: 8 },
    ],
  ],
  ['a chunk that was sent twice', (t) => [{ chunk: head(t) }, { chunk: head(t) }, { chunk: rest(t) }]],
  ['three chunks', (t) => [{ chunk: head(t) }, { chunk: t.slice(18, 28) }, { chunk: t.slice(28) }]],
  [
    'deltas of reasoning',
    (t) => [head(t), rest(t)].map((chunk) => ({ chunk, type: 'agent.reasoning.delta' })),
  ],
])('%s: every piece is masked', async (what, make) => {
  const token = tokenOf(what.length);
  const displayed = (await viewOf(make(token).map(lineOf))).join('\n');
  for (let at = 4; at + 12 <= token.length; at++) expect(displayed).not.toContain(token.slice(at, at + 12));
});

test.each([
  ['a key whose prefix a word may have', (rest: string) => ['key sk-ant-api03-Zq7Rw4Kx8Lm', `${rest} end`]],
  ['a value behind its name', (rest: string) => ['DB_PASSWORD=Zq7Rw4Kx8Lm', `${rest} end`]],
])('%s: the rest of it is masked too', async (what, make) => {
  const rest = tokenOf(200 + what.length).slice(4, 28);
  const displayed = (await viewOf(make(rest).map((chunk, at) => lineOf({ chunk }, at)))).join('\n');
  for (let at = 0; at + 12 <= rest.length; at++) expect(displayed).not.toContain(rest.slice(at, at + 12));
});

test('a piece that is written in escapes is masked', async () => {
  const token = tokenOf(101);
  const escaped = (text: string): string =>
    `${text.slice(0, -2)}\\u00${text.charCodeAt(text.length - 2).toString(16)}${text.at(-1)}`;
  const lines = [lineOf({ chunk: head(token) }, 0), lineOf({ chunk: rest(token) }, 1)];
  const written = [
    lines[0]?.replace(head(token), escaped(head(token))),
    lines[1]?.replace(rest(token), escaped(rest(token))),
  ];
  const displayed = (await viewOf(written.map(String))).join('\n');
  expect(displayed).not.toContain(head(token).slice(4, 14));
  expect(displayed).not.toContain(rest(token).slice(0, 12));
});

test.each([
  ['words', ['use sk-', 'ating and sk_live_', 'performance']],
  ['the prefix and a sentence', ['it begins with ghp_', ' and 36 characters']],
  ['prose in pieces', ['The ASIA', 'N market and the internationalisation']],
])('%s: nothing is masked', async (_, chunks) => {
  const lines = chunks.map((chunk, at) => lineOf({ chunk }, at));
  expect(await viewOf(lines)).toEqual(lines);
});

test.each([' and words', 'holder', '-name', ', 12345678'])(
  'a whole key, then %s: the key alone is masked',
  async (next) => {
    const lines = [{ chunk: `key ${tokenOf(103)}` }, { chunk: next }].map(lineOf);
    const displayed = await viewOf(lines);
    expect(displayed[0]).toContain('…[masked:github]');
    expect(displayed[1]).toBe(lines[1]);
  },
);

test('a scan reports the pieces', async () => {
  const token = tokenOf(102);
  const lines = [{ chunk: head(token) }, { chunk: rest(token) }].map(lineOf);
  const log = openRunLog(textSource('x.ndjson', lines.join('\n')));
  await log.loaded;
  const scan = await scanSecrets(log, { flow: 9, onProgress: () => false });
  expect(scan?.secrets.map(({ rule, by, events }) => [rule, by, events])).toEqual([
    ['github', 'shape', 1],
    ['github', 'shape', 1],
  ]);
});

test('a stream of heads without an end costs no more than its bytes', async () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => lineOf({ chunk: `AKIA${at % 10}` }, at));
  expect(await viewOf(lines)).toEqual(lines);
});
