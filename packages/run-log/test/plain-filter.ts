/** A plain reading of filters: every event parsed, every term applied to every event, nothing indexed. The oracle of tests. */
import { isRecord, unreachable } from '@openwop-inspector/base';
import type { RunLog } from '../src/index.ts';
import type { FilterTree, PathStep, Term } from '../src/query/filter/syntax.ts';
import { filterTree } from '../src/query/filter/tokens.ts';

export interface PlainEvent {
  readonly row: number;
  readonly text: string;
  readonly doc: Record<string, unknown>;
  readonly payload: unknown;
  readonly type: string;
  readonly run: string;
  readonly node: string;
  readonly seq: number;
  readonly ms: number;
  readonly bytes: number;
}

export interface PlainLog {
  readonly log: RunLog;
  /** In display order. */
  readonly events: readonly PlainEvent[];
}

export async function plainLog(log: RunLog): Promise<PlainLog> {
  const events: PlainEvent[] = [];
  for (let i = 0; i < log.order.length; i++) {
    const row = log.order.ordinalAt(i);
    const bytes = await log.read(row);
    const text = new TextDecoder().decode(bytes);
    const parsed: unknown = JSON.parse(text);
    const doc = isRecord(parsed) ? parsed : {};
    const payload = Object.hasOwn(doc, 'payload') ? doc.payload : doc.data;
    const named = isRecord(payload) ? payload.nodeId : undefined;
    const node = typeof doc.nodeId === 'string' && doc.nodeId !== '' ? doc.nodeId : named;
    events.push({
      row,
      text,
      doc,
      payload,
      type: String(doc.type),
      run: log.index.runs.textOf(log.index.columns.run[row] as number),
      node: typeof node === 'string' ? node : '',
      seq: typeof doc.sequence === 'number' ? doc.sequence : Number.NaN,
      ms: typeof doc.timestamp === 'string' ? Date.parse(doc.timestamp) : Number.NaN,
      bytes: bytes.length,
    });
  }
  return { log, events };
}

/** Rows that a filter selects, in display order; null for a filter that is wrong. */
export function plainSelection(plain: PlainLog, text: string): readonly number[] | null {
  const tree = filterTree(text);
  if ('column' in tree) return null;
  return plain.events.filter((event) => holds(plain, tree, event)).map(({ row }) => row);
}

function holds(plain: PlainLog, tree: FilterTree, event: PlainEvent): boolean {
  switch (tree.kind) {
    case 'and':
      return tree.parts.every((part) => holds(plain, part, event));
    case 'or':
      return tree.parts.some((part) => holds(plain, part, event));
    case 'not':
      return !holds(plain, tree.part, event);
    case 'term':
      return termHolds(plain, tree.term, event);
    default:
      return unreachable(tree);
  }
}

function termHolds(plain: PlainLog, term: Term, event: PlainEvent): boolean {
  switch (term.kind) {
    case 'text':
      return event.text.toLowerCase().includes(term.text.toLowerCase());
    case 'regex':
      return new RegExp(term.source, term.ignoresCase ? 'iu' : '').test(event.text);
    case 'payload':
      return valuesAt(event.payload, term.path).some((value) => isValue(value, term.value));
    case 'field':
      return fieldHolds(plain, term, event);
    default:
      return unreachable(term);
  }
}

/** `*` as a regular expression. */
const like = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
      .join('.*')}$`,
    's',
  ).test(text);

const UNITS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 };
const SIZES: Record<string, number> = { b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 };

function seconds(text: string): number {
  const [, digits, unit = 's'] = /^([\d.]+)(\w*)$/.exec(text) ?? [];
  return Math.round(Number(digits) * (UNITS[unit === '' ? 's' : unit] ?? 1) * 1e6) / 1e3;
}

function size(text: string): number {
  const [, digits, unit = 'b'] = /^([\d.]+)(\w*)$/.exec(text) ?? [];
  return Number(digits) * (SIZES[unit === '' ? 'b' : unit.toLowerCase()] ?? 1);
}

function compares(value: string, number: number, read: (text: string) => number): boolean {
  const [low, high] = value.split('..');
  if (low !== undefined && high !== undefined)
    return (low === '' || number >= read(low)) && (high === '' || number <= read(high));
  if (value.startsWith('>=')) return number >= read(value.slice(2));
  if (value.startsWith('<=')) return number <= read(value.slice(2));
  if (value.startsWith('>')) return number > read(value.slice(1));
  if (value.startsWith('<')) return number < read(value.slice(1));
  return number === read(value);
}

/** `09:02:10` as it would stand in a timestamp, as far as it is written. */
function clock(text: string): string {
  return text.length === 4 || /^\d:/.test(text) ? `0${text}` : text;
}

function atClock(value: string, ms: number): boolean {
  if (Number.isNaN(ms)) return false;
  const now = new Date(ms).toISOString().slice(11, 23);
  const cut = (text: string): string => now.slice(0, text.length);
  const sign = /^[<>]=?/.exec(value)?.[0] ?? '';
  const [first = '', last = first] = value.slice(sign.length).split('..').map(clock);
  // One end alone: a day ends where it does.
  if (sign === '' && last === '') return cut(first) >= first;
  switch (sign) {
    case '>=':
      return cut(first) >= first;
    case '<=':
      return cut(first) <= first;
    case '>':
      return cut(first) > first;
    case '<':
      return cut(first) < first;
    default: {
      const [after, before] = [cut(first) >= first, cut(last) <= last];
      return first > last ? after || before : after && before;
    }
  }
}

function fieldHolds(plain: PlainLog, term: Extract<Term, { kind: 'field' }>, event: PlainEvent): boolean {
  const { text } = term.value;
  switch (term.field) {
    case 'type':
      return like(text, event.type);
    case 'node':
      return like(text, event.node);
    case 'run':
      return like(text, event.run);
    case 'seq':
      return compares(text, event.seq, Number);
    case 'time': {
      const start = plain.events.find(({ ms }) => !Number.isNaN(ms))?.ms ?? Number.NaN;
      return compares(text, event.ms - start, seconds);
    }
    case 'at':
      return atClock(text, event.ms);
    case 'size':
      return compares(text, event.bytes, size);
    case 'trust':
      return text === (event.doc.contentTrust ?? payloadTrust(event) ?? 'absent');
    case 'problem':
      return hasProblem(plain, text, event);
    case 'is':
      return isState(plain, text, event);
    case 'cause':
      return causesNamed(plain, text, event).includes(parentOf(plain, event));
    case 'under':
      return isUnder(plain, text, event);
    case 'of':
      return parentOf(plain, event) === `corr ${event.run} ${text}`;
    case 'kind':
      return like(text, kindOf(plain, event) ?? '\0');
    case 'dur':
      return compares(text, tookMs(plain, event), seconds);
    case 'tokens':
      return compares(text, tokens(event.payload), size);
    default:
      return unreachable(term.field);
  }
}

function payloadTrust({ payload }: PlainEvent): unknown {
  if (!isRecord(payload)) return undefined;
  if (typeof payload.contentTrust === 'string') return payload.contentTrust;
  const envelope = isRecord(payload.envelope) ? payload.envelope : {};
  const isUntrusted = [payload, envelope].some(
    ({ meta }) => isRecord(meta) && meta.contentTrust === 'untrusted',
  );
  return isUntrusted ? 'untrusted' : payload.trust;
}

const FAILED = /^(node\.failed|run\.failed|node\.suspend_?[Ff]ailed)$/;

function hasProblem({ log }: PlainLog, wanted: string, event: PlainEvent): boolean {
  const severity = log.index.problems.severityOf(event.row);
  const isError = severity === 'error' || FAILED.test(event.type);
  if (wanted === 'any') return severity !== null || isError;
  if (wanted === 'none') return severity === null && !isError;
  return wanted === 'error' ? isError : severity === wanted;
}

function isState({ events }: PlainLog, wanted: string, event: PlainEvent): boolean {
  const behind = events.slice(events.indexOf(event) + 1).filter(({ run }) => run === event.run);
  const ofNode = behind.filter(({ node }) => node === event.node);
  if (wanted === 'failed') return FAILED.test(event.type);
  if (wanted === 'stream') return /chunk$|delta$/.test(event.type);
  const isEnd = ({ type }: PlainEvent): boolean => /^(run\.(completed|failed|cancelled))$/.test(type);
  if (wanted === 'waiting')
    return (
      event.type === 'interrupt.requested' &&
      !behind.some(isEnd) &&
      !ofNode.some(({ type }) =>
        /^(interrupt\.resolved|node\.(resumed|started|completed|failed))$/.test(type),
      )
    );
  return (
    event.type === 'node.failed' && event.node !== '' && ofNode.some(({ type }) => type === 'node.completed')
  );
}

/** Its cause: an event by id, an envelope as `corr RUN ID`, or nothing. */
function parentOf({ events }: PlainLog, event: PlainEvent): string {
  const id = event.doc.causationId;
  if (typeof id !== 'string') return '';
  const isEvent = events.some(({ doc }) => doc.eventId === id);
  return isEvent ? `event ${id}` : `corr ${event.run} ${id}`;
}

function causesNamed({ events }: PlainLog, text: string, event: PlainEvent): readonly string[] {
  const byId = events.some(({ doc }) => doc.eventId === text);
  if (byId) return [`event ${text}`];
  if (!text.startsWith('#')) return [`corr ${event.run} ${text}`];
  return events.flatMap(({ doc, seq }) => (seq === Number(text.slice(1)) ? [`event ${doc.eventId}`] : []));
}

function isUnder(plain: PlainLog, text: string, event: PlainEvent): boolean {
  const wanted = causesNamed(plain, text, event);
  const seen = new Set<string>();
  let cause = parentOf(plain, event);
  while (cause !== '' && !seen.has(cause)) {
    if (wanted.includes(cause)) return true;
    seen.add(cause);
    const now = cause;
    const isEvent = now.startsWith('event ');
    const next = isEvent
      ? plain.events.find(({ doc }) => `event ${doc.eventId}` === now)
      : plain.events.find((one) => parentOf(plain, one) === now);
    if (next === undefined) return false;
    cause = isEvent ? parentOf(plain, next) : executionOf(plain, next);
  }
  return false;
}

/** The execution of a node that an envelope came from: the last start before its first effect. */
function executionOf({ events }: PlainLog, first: PlainEvent): string {
  const before = events.slice(0, events.indexOf(first));
  const start = before
    .filter(({ type, run, node }) => type === 'node.started' && run === first.run && node === first.node)
    .at(-1);
  return start === undefined ? '' : `event ${start.doc.eventId}`;
}

function kindOf(plain: PlainLog, event: PlainEvent): string | null {
  const own = kindNamed(event.payload);
  if (own !== null) return own;
  const cause = parentOf(plain, event);
  if (!cause.startsWith('corr ')) return null;
  for (const other of plain.events) {
    const kind = parentOf(plain, other) === cause ? kindNamed(other.payload) : null;
    if (kind !== null) return kind;
  }
  return null;
}

function kindNamed(payload: unknown): string | null {
  const fields = isRecord(payload) && isRecord(payload.fields) ? payload.fields : {};
  const kind = fields.envelopeType ?? fields.refusedType;
  return typeof kind === 'string' ? kind : null;
}

export function tookMs(plain: PlainLog, event: PlainEvent): number {
  const given = isRecord(event.payload) ? event.payload.durationMs : undefined;
  if (typeof given === 'number') return given;
  const before = plain.events.slice(0, plain.events.indexOf(event)).filter(({ run }) => run === event.run);
  const lastOf = (type: string): PlainEvent | undefined =>
    before.filter((one) => one.type === type && (!type.startsWith('node') || one.node === event.node)).at(-1);
  const since = /^node\.(completed|failed|cancelled)$/.test(event.type)
    ? lastOf('node.started')
    : /^run\.(completed|failed|cancelled)$/.test(event.type)
      ? lastOf('run.started')
      : event.type === 'agent.toolReturned'
        ? plain.events.find(
            ({ doc, type }) => doc.eventId === event.doc.causationId && type === 'agent.toolCalled',
          )
        : undefined;
  return event.ms - (since?.ms ?? Number.NaN);
}

export function tokens(payload: unknown): number {
  if (!isRecord(payload)) return Number.NaN;
  const meta = isRecord(payload.meta) && isRecord(payload.meta.usage) ? payload.meta.usage : {};
  const usage = isRecord(payload.usage) ? payload.usage : {};
  for (const one of [payload, usage, meta]) {
    if (typeof one.totalTokens === 'number') return one.totalTokens;
    const [read, written] = [one.inputTokens ?? one.promptTokens, one.outputTokens ?? one.completionTokens];
    if (typeof read === 'number' || typeof written === 'number')
      return Number(read ?? 0) + Number(written ?? 0);
  }
  return Number.NaN;
}

/** Every value at a path; keys may hold dots of their own. */
function valuesAt(value: unknown, path: readonly PathStep[]): readonly unknown[] {
  const inside = Array.isArray(value) ? value.flatMap((one: unknown) => valuesAt(one, path)) : [];
  if (path.length === 0) return [value, ...inside];
  if (!isRecord(value)) return inside;
  return Object.entries(value).flatMap(([key, inner]) =>
    path.flatMap((_, last) => {
      const steps = path.slice(0, last + 1);
      const isOne = steps.length === 1 || steps.every(({ isQuoted }) => !isQuoted);
      return isOne && steps.map((step) => step.key).join('.') === key
        ? valuesAt(inner, path.slice(last + 1))
        : [];
    }),
  );
}

function isValue(
  value: unknown,
  { text, isQuoted }: { readonly text: string; readonly isQuoted: boolean },
): boolean {
  if (isQuoted) return value === text;
  if (text === '*') return true;
  if (/^[<>]|^-?[\d.]+\.\.-?[\d.]+$/.test(text))
    return typeof value === 'number' && compares(text, value, Number);
  return typeof value === 'string'
    ? like(text, value)
    : value === null || typeof value !== 'object'
      ? sameLiteral(value, text)
      : false;
}

function sameLiteral(value: unknown, text: string): boolean {
  return typeof value === 'number' ? value === Number(text) : String(value) === text;
}
