/**
 * The program and the reader of what it leaves accept the strings that JSON.parse accepts (RFC 8259 section 7, RFC 3629
 * section 4). The program reads sixteen bytes at a time, so each case is at every place of such a block, alone and after
 * others.
 */
import { runsOf } from '@openwop-inspector/testing/runs';
import { expect, test } from 'vitest';
import { EntryScanner } from '../src/scan/entry-scanner.ts';
import { type FastScanner, TYPE_LOOK, takeScanner } from '../src/scan/fast-scanner.ts';

const HEAD = Buffer.from('{"type":"t","eventId":"e","payload":{"text":"');
const TAIL = Buffer.from('"}}\n');

function scanner(): FastScanner {
  const taken = takeScanner();
  // The type is known, so that nothing but the string decides.
  readLine(taken, Buffer.concat([HEAD, TAIL]));
  taken.program.setLook(1, TYPE_LOOK.plain);
  return taken;
}

function readLine({ windows: [room], program }: FastScanner, line: Uint8Array): void {
  room.set(line);
  room[line.length] = 0x22;
  const text = room.byteOffset;
  program.readLines(text, text, text + line.length, 1, 0);
}

const fast = scanner();
const entry = new EntryScanner();

function isTaken(text: Uint8Array): boolean {
  readLine(fast, Buffer.concat([HEAD, text, TAIL]));
  return fast.program.rowCount() === 1;
}

function isSound(text: Uint8Array): boolean {
  const line = Buffer.concat([HEAD, text, TAIL]);
  entry.json.load(line);
  entry.json.badUtf8At = -1;
  return entry.scan(0) === line.length - 1 && entry.json.badUtf8At < 0;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What the platform says. */
function isJson(text: Uint8Array): boolean {
  try {
    JSON.parse(utf8.decode(Buffer.concat([HEAD, text, TAIL])));
    return true;
  } catch {
    return false;
  }
}

const bytes = (...values: number[]): Buffer => Buffer.from(values);
const SOUND: readonly Buffer[] = [
  '\\"',
  '\\\\',
  '\\/',
  '\\b',
  '\\f',
  '\\n',
  '\\r',
  '\\t',
  '\\u0041',
  '\\ud83d\\ude00',
  '\\ud800',
  '\\\\\\"',
  '\\\\\\\\',
  '\x7f',
  'é',
  '߿',
  'ࠀ',
  '東',
  '퟿',
  '￿',
  '😀',
  '\u{10ffff}',
].map((text) => Buffer.from(text));
const FAULTY: readonly Buffer[] = [
  ...['\\x', '\\ ', '\\u', '\\u00g0', '\\u12', '\\U0041', '\\é', '\n', '\t', '\x1f', '\x00', '\\\n'].map(
    (text) => Buffer.from(text),
  ),
  // A following byte alone; leads that nothing follows; too many; too long; a surrogate; beyond U+10FFFF; no lead at all.
  bytes(0x80),
  bytes(0xbf),
  bytes(0xc3),
  bytes(0xe6, 0x9d),
  bytes(0xf0, 0x9f, 0x98),
  bytes(0xe6),
  bytes(0xc3, 0xa9, 0xa9),
  bytes(0xe6, 0x9d, 0xb1, 0xb1),
  bytes(0xf0, 0x9f, 0x98, 0x80, 0x80),
  bytes(0xc0, 0x80),
  bytes(0xc1, 0xbf),
  bytes(0xe0, 0x9f, 0xbf),
  bytes(0xf0, 0x8f, 0xbf, 0xbf),
  bytes(0xed, 0xa0, 0x80),
  bytes(0xed, 0xbf, 0xbf),
  bytes(0xf4, 0x90, 0x80, 0x80),
  bytes(0xf5, 0x80, 0x80, 0x80),
  bytes(0xf8, 0x88, 0x80, 0x80, 0x80),
  bytes(0xfe),
  bytes(0xff),
  bytes(0xc3, 0x28),
  bytes(0xf0, 0x28, 0x8c, 0xbc),
];
/** What a case may stand behind: nothing, what makes the scanner look closely, and long plain text. */
const BEFORE = [
  Buffer.alloc(0),
  Buffer.from('é'),
  Buffer.from('\\n'),
  Buffer.from('東\\"'),
  Buffer.alloc(64, 0x61),
];

const named = (cases: readonly Buffer[]): [string, Buffer][] =>
  cases.map((one) => [one.toString('hex'), one]);

function everywhere(text: Buffer): { readonly taken: Set<boolean>; readonly sound: Set<boolean> } {
  const [taken, sound] = [new Set<boolean>(), new Set<boolean>()];
  for (const before of BEFORE)
    for (let shift = 0; shift < 34; shift++)
      for (const behind of [0, 1, 20]) {
        const given = Buffer.concat([before, Buffer.alloc(shift, 0x62), text, Buffer.alloc(behind, 0x7a)]);
        taken.add(isTaken(given));
        sound.add(isSound(given));
      }
  return { taken, sound };
}

test.each(named(SOUND))('%s is sound wherever it is', (_, text) => {
  expect(everywhere(text)).toEqual({ taken: new Set([true]), sound: new Set([true]) });
});

test.each(named(FAULTY))('%s is left wherever it is', (_, text) => {
  expect(everywhere(text)).toEqual({ taken: new Set([false]), sound: new Set([false]) });
});

test('pieces in any order', () => {
  const pieces = [
    ...SOUND,
    ...SOUND,
    ...SOUND,
    ...FAULTY,
    Buffer.from('plain text of some length'),
    bytes(0x61),
  ];
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  let sound = 0;
  const rounds = runsOf(20_000);
  for (let round = 0; round < rounds; round++) {
    const text = Buffer.concat(Array.from({ length: next(12) }, () => pieces[next(pieces.length)] as Buffer));
    const isRight = isJson(text);
    if (isRight) sound++;
    if (isTaken(text) !== isRight || isSound(text) !== isRight)
      expect.fail(`${text.toString('hex')}: ${isRight ? 'sound' : 'not sound'}`);
  }
  // Both kinds were there.
  expect(sound).toBeGreaterThan(rounds / 10);
  expect(sound).toBeLessThan(rounds * 0.9);
});
