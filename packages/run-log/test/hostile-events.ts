/** Logs of events that are spelled in every way that JSON allows, and in some that it does not. Made from a seed. */

const TYPES = [
  'run.started',
  'node.started',
  'node.completed',
  'node.failed',
  'output.chunk',
  'log.appended',
  'agent.reasoning.delta',
  'agent.toolReturned',
  'interrupt.requested',
  'node.suspended',
  'cap.breached',
  'clarification.requested',
  'artifact.created',
  'provider.usage',
  'authorization.decided',
  'lease.renewed',
  'prompt.composed',
  'model.capability.substituted',
  'vendor.acme.thing',
  'run.failed',
  '',
];
const TIMES = [
  '2026-03-02T09:00:00.000Z',
  '2026-03-02T09:00:59Z',
  '2026-02-28T23:59:60Z',
  '2024-02-29T00:00:00.123456Z',
  '2026-03-02T09:00:00+02:00',
  '2026-03-02t09:00:00.5z',
  '2026-03-02 09:00:00Z',
  '2026-13-02T09:00:00Z',
  '2026-02-30T09:00:00Z',
  '2026-03-02T24:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-03-02T09:00:00.Z',
  '2026-03-02T09:00:00',
  'yesterday',
  '',
  '2026-03-02T09:00:00-00:01',
];
const NUMBERS = [
  '0',
  '-0',
  '1',
  '7',
  '12',
  '900719925474099',
  '9007199254740993',
  '1.0',
  '0.5',
  '2.50',
  '1e3',
  '1E-2',
];
const BAD_NUMBERS = ['01', '1.', '.5', '-', '+1', '1e', 'NaN', '0x1'];
const TEXTS = [
  '',
  'a',
  'plain text',
  'café “quoted” — 東京 😀',
  'C:\\exports\\latest',
  'line\nbreak\ttab',
  '"',
  '\\',
  '/a/b',
  'x'.repeat(63),
  'y'.repeat(64),
  'z'.repeat(65),
  'é'.repeat(40),
  `long ${'text '.repeat(60)}`,
  'password=hunter2hunter2',
  'ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0aB3dE6',
  'https://a:secret99@example.org/x',
];
const PAYLOAD_KEYS = [
  'nodeId',
  'runId',
  'contentTrust',
  'causationHostId',
  'fields',
  'error',
  'kind',
  'level',
  'message',
  'chunk',
  'status',
  'reason',
  'confidence',
  'hash',
  'expiresAt',
  'allowed',
  'outputs',
  'limit',
  'observed',
  'password',
  'durationMs',
  'totalTokens',
  'provider',
  'model',
  'toolName',
  'callId',
  'agentId',
  'delta',
  'isLast',
  'channel',
];

/** Numbers from 0 to 1, the same for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export class HostileEvents {
  private readonly next: () => number;
  private readonly breaks: boolean;

  /** `breaks`: line breaks may stand between the parts of an event. */
  constructor(seed: number, breaks: boolean) {
    this.next = randomFrom(seed);
    this.breaks = breaks;
  }

  private chance(of: number): boolean {
    return this.next() < of;
  }

  private below(count: number): number {
    return Math.floor(this.next() * count);
  }

  private one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  private space(): string {
    if (this.chance(0.9)) return '';
    return this.one(this.breaks ? [' ', '\t', '\r', '\n', '  \r\n '] : [' ', '\t', '\r', '   ']);
  }

  /** A string of JSON, with escapes where none are needed now and then. */
  private string(text: string): string {
    const plain = JSON.stringify(text);
    if (this.chance(0.93) || text === '') return plain;
    const at = this.below(text.length);
    const code = text.charCodeAt(at).toString(16).padStart(4, '0');
    const hex = this.chance(0.5) ? code : code.toUpperCase();
    return `${JSON.stringify(text.slice(0, at)).slice(0, -1)}\\u${hex}${JSON.stringify(text.slice(at + 1)).slice(1)}`;
  }

  private number(): string {
    return this.chance(0.99) ? this.one(NUMBERS) : this.one(BAD_NUMBERS);
  }

  private value(depth: number): string {
    const kind = this.below(depth > 3 ? 5 : 8);
    if (kind === 0) return this.one(['null', 'true', 'false']);
    if (kind === 1) return this.number();
    if (kind < 5) return this.string(this.one(TEXTS));
    if (kind === 5) return this.list(Array.from({ length: this.below(4) }, () => this.value(depth + 1)));
    return this.payload(depth + 1);
  }

  private list(items: readonly string[]): string {
    return `[${this.space()}${items.map((item) => item + this.space()).join(`,${this.space()}`)}]`;
  }

  private object(members: readonly (readonly [string, string])[]): string {
    const texts = members.map(
      ([key, value]) => `${this.string(key)}${this.space()}:${this.space()}${value}${this.space()}`,
    );
    return `{${this.space()}${texts.join(`,${this.space()}`)}}`;
  }

  private payload(depth: number): string {
    if (this.chance(0.004)) return `${'['.repeat(70)}${']'.repeat(70)}`;
    const members: (readonly [string, string])[] = [];
    for (let count = this.below(6); count > 0; count--)
      members.push([this.one(PAYLOAD_KEYS), this.memberValue(depth)]);
    return this.object(members);
  }

  private memberValue(depth: number): string {
    if (this.chance(0.1))
      return this.string(this.one(['warn', 'error', 'info', 'trusted', 'untrusted', 'schema']));
    if (this.chance(0.05)) return this.string(this.one([...TIMES, `sha256:${'0123456789abcdef'.repeat(4)}`]));
    return this.value(depth);
  }

  /** One event, and now and then something that is none. */
  event(number: number): string {
    const id = `e-${this.chance(0.02) ? this.below(number + 1) : number}`;
    const members: (readonly [string, string])[] = [
      ['eventId', this.odd(0.03, this.string(id))],
      ['runId', this.odd(0.05, this.string(`run-${this.below(7)}`))],
      ['type', this.odd(0.02, this.string(this.one(TYPES)))],
      [this.chance(0.9) ? 'sequence' : 'seq', this.odd(0.05, this.chance(0.9) ? `${number}` : this.number())],
      ['timestamp', this.odd(0.03, this.string(this.one(TIMES)))],
    ];
    if (this.chance(0.7)) members.push(['nodeId', this.odd(0.05, this.string(`node é ${this.below(20)}`))]);
    if (this.chance(0.6))
      members.push(['causationId', this.odd(0.05, this.string(`e-${this.below(number + 2)}`))]);
    if (this.chance(0.2))
      members.push(['contentTrust', this.string(this.one(['trusted', 'untrusted', 'maybe']))]);
    if (this.chance(0.95)) members.push([this.chance(0.9) ? 'payload' : 'data', this.value(0)]);
    if (this.chance(0.03)) members.push(['data', this.value(1)]);
    if (this.chance(0.1))
      members.push([this.one(['meta', 'x', 'correlationId', 'protocol', 'source', 'type']), this.value(2)]);
    return this.object(this.shuffled(members.filter(() => this.chance(0.98))));
  }

  private odd(share: number, value: string): string {
    return this.chance(share) ? this.one(['null', '7', '""', '[]', '{}', 'true']) : value;
  }

  private shuffled<T>(list: readonly T[]): readonly T[] {
    const out = [...list];
    if (this.chance(0.5)) return out;
    for (let i = out.length - 1; i > 0; i--) {
      const k = this.below(i + 1);
      [out[i], out[k]] = [out[k] as T, out[i] as T];
    }
    return out;
  }

  /** The bytes of an event, broken now and then. */
  bytes(number: number): Uint8Array {
    const text = this.event(number);
    const bytes = new TextEncoder().encode(text);
    if (this.chance(0.985)) return bytes;
    if (this.chance(0.5)) return bytes.subarray(0, this.below(bytes.length));
    bytes[this.below(bytes.length)] = this.below(256);
    // A line break would make two lines of one, of which the readers tell where they are.
    return bytes.map((byte) => (byte === 0x0a && !this.breaks ? 0x20 : byte));
  }
}

/** Events one a line, some lines blank, some with two. */
export function hostileLines(seed: number, count: number): Uint8Array {
  const events = new HostileEvents(seed, false);
  return joined(
    Array.from({ length: count }, (_, number) => events.bytes(number)),
    (number) =>
      ['\n', '\n', '\n', '\r\n', '\n\n', ' \n', number % 31 === 0 ? ' ' : '\n'][(number * 7 + seed) % 7] ??
      '\n',
  );
}

/** A bundle with the events; `share` of them broken is what `HostileEvents` gives. */
export function hostileBundle(seed: number, count: number): Uint8Array {
  const events = new HostileEvents(seed, true);
  const list = joined(
    Array.from({ length: count }, (_, number) => events.bytes(number)),
    (number) => (number === count - 1 ? '' : [',', ',\n', ' , ', ',\r\n  '][number % 4]) ?? ',',
  );
  const head = new TextEncoder().encode('{"bundleVersion":"1","run":{"runId":"run-0"},"events":[');
  const tail = new TextEncoder().encode(']}');
  return joined([head, list, tail], () => '');
}

/** A stream with the events, in frames of every form, and frames and lines that carry none. */
export function hostileStream(seed: number, count: number): Uint8Array {
  const events = new HostileEvents(seed, false);
  const random = randomFrom(seed ^ 0x5eed);
  return joined(
    Array.from({ length: count }, (_, number) => frame(events.bytes(number), number, random)),
    () => '',
  );
}

/** Lines before an event, and behind it, of its frame; mostly those of usual hosts. */
const BEFORE = [
  'id: 7\n',
  'id:7\nevent: updates\n',
  'event: node.started\n',
  '',
  ': beat\n\n',
  'retry: 500\n',
  '\n',
  'id\r\n',
  'event:é\r',
  'data\n',
  'dat: x\n',
  'data : {}\n',
  ': {"type":"run.started"}\n',
  'datax: {}\n',
];
const BEHIND = ['\n\n', '\n\n', '\n\n', '\r\n\r\n', '\r\r', ' \n\n', '\nid: 9\n\n', '\ndata: 1\n\n', '\n'];

function frame(event: Uint8Array, number: number, random: () => number): Uint8Array {
  const usual = random() < 0.7;
  const one = (list: readonly string[], most: number): string =>
    list[Math.floor(random() * (usual ? most : list.length))] ?? '';
  const data = random() < 0.8 ? 'data: ' : 'data:';
  const rest = number % 23 === 0 ? cut(event, random) : [event];
  return joined(
    [new TextEncoder().encode(one(BEFORE, 4) + data), ...rest, new TextEncoder().encode(one(BEHIND, 3))],
    () => '',
  );
}

/** The bytes on two lines of data, or as two of a list. */
function cut(event: Uint8Array, random: () => number): readonly Uint8Array[] {
  const text = (words: string): Uint8Array => new TextEncoder().encode(words);
  if (random() < 0.5) return [text('['), event, text(','), event, text(']')];
  const comma = event.indexOf(0x2c) + 1;
  return [event.subarray(0, comma), text('\ndata: '), event.subarray(comma)];
}

function joined(parts: readonly Uint8Array[], between: (number: number) => string): Uint8Array {
  const encoder = new TextEncoder();
  const all = parts.flatMap((part, number) => [part, encoder.encode(between(number))]);
  const out = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
