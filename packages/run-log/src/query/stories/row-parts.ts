/** What each row says about an envelope, by its columns. */
import { describeEvent, type EmissionPart, type EventAct } from '@openwop-inspector/events';
import { type CausalGraph, MARK, RULE } from '../../graph/causal-graph.ts';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { RunRows } from '../rows/rows.ts';

/** What a type is to the search for envelopes. */
type TypeRole =
  /** About an envelope by its type. */
  | 'envelope'
  | 'surface'
  /** About one when its payload says so (`FLAG.aboutEnvelope`). */
  | 'maybe'
  | 'suspended'
  | 'failure'
  /** A piece of what a model writes. */
  | 'chunk'
  /** An execution of a node begins, ends or continues after a wait: a turn does not reach over it. */
  | 'edge'
  | 'other';

/** Acts by which a turn ends. */
const EDGES: ReadonlySet<EventAct | undefined> = new Set([
  'nodeStarted',
  'nodeResumed',
  'nodeRetried',
  'nodeCompleted',
  'nodeCancelled',
  'nodeSkipped',
]);

/** Reads parts off the columns: one look-up a row. */
export type RowParts = ReturnType<typeof rowParts>;

export function rowParts({ index }: LoadedLog) {
  const factsOf = index.byType(typeFacts);
  const isAbout = (row: number): boolean => index.columns.has(row, FLAG.aboutEnvelope);
  return {
    roleOf: (row: number): TypeRole => factsOf(row).role,
    /** True for `envelope.retry.attempted`: another attempt was made behind it. */
    isRetry: (row: number): boolean => factsOf(row).isRetry,
    isAbout,
    partOf: (row: number): EmissionPart => {
      const { isLog, part } = factsOf(row);
      if (!isLog) return part;
      if (index.columns.has(row, FLAG.envelopeWarning)) return 'refused';
      return isAbout(row) ? 'accepted' : 'after';
    },
  };
}

function typeFacts(type: string) {
  const { act, envelope } = describeEvent(type);
  const own: TypeRole = envelope?.role ?? (EDGES.has(act) ? 'edge' : 'other');
  const role: TypeRole = type.startsWith('envelope.') ? 'envelope' : own;
  return {
    role,
    part: emissionPart(type),
    isLog: type === 'log.appended',
    isRetry: type === 'envelope.retry.attempted',
  };
}

/** Rows of one attempt, in display order. */
export interface AttemptRows {
  readonly rows: readonly number[];
  /**
   * True for an attempt of which nothing is recorded but that it was to be made: `rows` then holds the retry that says
   * so, which ends the attempt before it too.
   */
  readonly announced: boolean;
}

/** Splits what belongs to one envelope, in display order, into its attempts: see `beginsAnother`. */
export function splitAttempts<T>(items: Iterable<T>, partOf: (item: T) => EmissionPart): T[][] {
  const attempts: T[][] = [];
  let last: EmissionPart | null = null;
  for (const item of items) {
    const part = partOf(item);
    const current = attempts.at(-1);
    if (current === undefined || beginsAnother(part, last)) attempts.push([item]);
    else current.push(item);
    if (part !== 'after' || last === null) last = part;
  }
  return attempts;
}

/** Attempts of one story. A retry as the last event announces one more, of which nothing is recorded. */
export function attemptsIn(rows: Int32Array, parts: RowParts): AttemptRows[] {
  const out = splitAttempts(rows, (row) => parts.partOf(row)).map((list) => ({
    rows: list,
    announced: false,
  }));
  const last = rows.findLast((row, at) => at === 0 || parts.partOf(row) !== 'after') ?? -1;
  return last >= 0 && parts.isRetry(last) ? [...out, { rows: [last], announced: true }] : out;
}

export type { EmissionPart };

/** The part of an event of any type but `log.appended`, whose payload says what it is. */
export function emissionPart(type: string): EmissionPart {
  return describeEvent(type).envelope?.part ?? 'after';
}

/**
 * Whether an event begins another emission than the events of the same envelope before it, of which `last` is the part
 * of the last that said anything. A retry, a failure of the node and a warning end an emission; a refusal behind an
 * acceptance begins another, since a replay of what was accepted records nothing (acceptor 8), and so does an
 * acceptance behind a refusal.
 */
function beginsAnother(part: EmissionPart, last: EmissionPart | null): boolean {
  if (part === 'after') return false;
  if (last === 'refused') return true;
  return last === 'accepted' ? part !== 'accepted' : last === 'refusing' && part === 'accepted';
}

/** Types whose `causationId` is that of an envelope even when it names nothing else that is loaded. */
const OF_ENVELOPES = /^(?:envelope\.|cap\.breached$|clarification\.requested$|ui\.a2ui-surface$)/;

/** Types of a node that are about envelopes, which hosts also write without an envelope's id as their cause. */
const ABOUT_ENVELOPES = /^(?:envelope\..+|cap\.breached|node\.failed)$/;

/** True for an event that is close enough to an answer of the model to be queried about it. */
export function isAboutModelOutput(type: string): boolean {
  return type === 'output.chunk' || type === 'provider.usage' || ABOUT_ENVELOPES.test(type);
}

/** The cause of an event when it is an envelope, as the hash of its correlationId; null otherwise. */
export function envelopeCause(log: LoadedLog, graph: CausalGraph, ordinal: number) {
  const { columns } = log.index;
  const rule = graph.rule[ordinal];
  const isEnvelope =
    rule === RULE.correlationId ||
    (rule === RULE.dangling && OF_ENVELOPES.test(log.index.typeOf(ordinal))) ||
    ((graph.marks[ordinal] as number) & MARK.ambiguous) !== 0;
  return isEnvelope ? { a: columns.causeA[ordinal] as number, b: columns.causeB[ordinal] as number } : null;
}

/** Events that are inspected on either side of one. */
const MOST_AROUND = 32;

/**
 * The envelope events of one execution of a node that name no envelope as their cause, around an event of it. Empty when
 * the event itself names one or is about something else. O(rows of the execution).
 */
export function uncausedRowsAround(
  log: LoadedLog,
  rows: RunRows,
  graph: CausalGraph,
  ordinal: number,
): number[] {
  const { columns, types } = log.index;
  const isWanted = (row: number): boolean =>
    envelopeCause(log, graph, row) === null && ABOUT_ENVELOPES.test(log.index.typeOf(row));
  // Each surface is an envelope of its own (run-events 3.4).
  const isSurface = log.index.typeOf(ordinal) === 'ui.a2ui-surface';
  if (isSurface && envelopeCause(log, graph, ordinal) === null) return [ordinal];
  if (!isWanted(ordinal)) return [];
  const node = columns.node[ordinal] as number;
  if (node === 0) return [ordinal];
  const started = types.find('node.started');
  const at = log.order.indexOf(ordinal);
  /** What is wanted on one side of it, the nearest first, as far as the execution reaches. */
  const toward = (step: 1 | -1, most: number): number[] => {
    const out: number[] = [];
    for (let i = at + step; i >= rows.from && i < rows.to && out.length < most; i += step) {
      const row = log.order.ordinalAt(i);
      if (columns.node[row] !== node) continue;
      if (columns.type[row] === started) break;
      if (isWanted(row)) out.push(row);
    }
    return out;
  };
  return [...toward(-1, MOST_AROUND).reverse(), ordinal, ...toward(1, MOST_AROUND - 1)];
}
