/** Inputs out of sound ones: bent byte by byte, and value by value where they are JSON. */
import type { Random } from './random.ts';

/** Pieces that readers give a meaning to. */
const PIECES: readonly string[] = [
  ...['{', '}', '[', ']', '"', '\\', ',', ':', '\n', '\r', '\n\n', '\r\n\r\n', '\u0000', '\ufeff', '\u202e'],
  ...['data: ', 'id: ', 'event: ', 'retry: 0\n', ': \n', '"events":[', '"type":"', '"payload":', '__proto__'],
  ...['\\u0000', '\\ud800', '%00', '&#0;', '1e999', '-0', '9007199254740993', 'NaN', 'null', '[REDACTED:x]'],
  ...[
    'Bearer ',
    'api_key=',
    '/v1/interrupts/',
    '/assets/',
    'sk-',
    'eyJ',
    '-----BEGIN ',
    'https://a:b@',
    'Cookie: ',
  ],
  ...['```json\n', '> ', '- ', '[a](', '![', '|a|\n|-|\n', '[^1]', '$$', '<!--', '*a', '`'],
  ...['type:', 'seq:>', 'time:<1s', '-', 'not ', '*', '--json', '--', '-v', '../', 'file:///'],
];

/** Values that code takes for others. */
const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    -(2 ** 31),
    1e308,
    '',
    ' ',
    '0',
    '\u0000',
    '\ud800',
    '\u202e',
    'x'.repeat(3000),
  ],
  ...[[], {}, [[]], { toString: 'x' }, { length: 5 }, [null], 'constructor', '__proto__', 'resume'],
  JSON.parse('{"__proto__":{"polluted":1},"then":1}'),
  JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
  JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
];

const MAX_BYTES = 200_000;

/** One input: a seed, bent one to six times. */
export function mutated(seeds: readonly Uint8Array[], random: Random): Uint8Array<ArrayBuffer> {
  let bytes = Uint8Array.from(random.oneOf(seeds));
  for (let times = 1 + random.below(6); times > 0; times--) {
    bytes = random.next() < 0.5 ? bentValue(bytes, random) : bentBytes(bytes, seeds, random);
  }
  return bytes.slice(0, MAX_BYTES);
}

/** Replaces, removes or repeats one value of a JSON document; what is no JSON is bent as bytes. */
function bentValue(bytes: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  let root: unknown;
  try {
    root = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return bentBytes(bytes, [bytes], random);
  }
  const holder = [root];
  let place: object = holder;
  let key = '0';
  for (let depth = random.below(8); depth > 0; depth--) {
    const value: unknown = Reflect.get(place, key);
    if (typeof value !== 'object' || value === null) break;
    const keys = Object.keys(value);
    if (keys.length === 0) break;
    place = value;
    key = random.oneOf(keys);
  }
  const kind = random.below(4);
  if (kind === 0) Reflect.deleteProperty(place, key);
  else if (kind === 1) Reflect.set(place, `${key}${random.oneOf(PIECES)}`, Reflect.get(place, key));
  else
    Reflect.set(
      place,
      key,
      kind === 2 ? random.oneOf(VALUES) : [Reflect.get(place, key), Reflect.get(place, key)],
    );
  return encoded(JSON.stringify(holder[0]) ?? '');
}

function bentBytes(
  bytes: Uint8Array<ArrayBuffer>,
  seeds: readonly Uint8Array[],
  random: Random,
): Uint8Array<ArrayBuffer> {
  const at = random.below(bytes.length + 1);
  const length = Math.min(random.below(64), bytes.length - at);
  const [head, piece, tail] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ];
  switch (random.below(6)) {
    case 0:
      return joined(head, tail);
    case 1:
      return joined(head, ...Array.from({ length: 2 + random.below(40) }, () => piece), tail);
    case 2:
      return joined(head, encoded(random.oneOf(PIECES).repeat(1 + random.below(30))), tail);
    case 3:
      return joined(
        head,
        Uint8Array.from(piece, (byte) => byte ^ (1 << random.below(8))),
        tail,
      );
    case 4: {
      const other = random.oneOf(seeds);
      return joined(head, other.subarray(random.below(other.length + 1)));
    }
    default:
      return head.slice();
  }
}

export function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
