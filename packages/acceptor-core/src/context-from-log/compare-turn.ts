/** Compares the events of a simulated turn with those that a host recorded (acceptor 5, run-events 3.2.6 and 3.2.7). */
import { isRecord, ownValue } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import type { DispatchResult, SimulatedEvent } from '../dispatch/dispatch-result.ts';
import type { LogEvent } from './evidence.ts';
import type { HostAnswer } from './host-answer.ts';
import { errorOf, payloadOf } from './payload-facts.ts';
import type { MissingInput } from './provenance.ts';

/** A fact of an event that both sides have, with different values. */
export interface TurnDifference {
  readonly what: string;
  readonly here: string;
  readonly host: string;
}

/** One line of the comparison: the same event on both sides, or an event that one side alone has. */
export interface TurnRow {
  readonly here: SimulatedEvent | null;
  readonly host: LogEvent | null;
  /** Empty where both sides say the same, and where one side has no such event. */
  readonly differences: readonly TurnDifference[];
  readonly same: boolean;
  readonly clause: string;
}

/** Both sequences, and what that says of the host. */
export interface TurnComparison {
  readonly rows: readonly TurnRow[];
  readonly answer: HostAnswer;
}

/** Facts in addition to the two sequences. */
export interface TurnKnown {
  readonly missing: readonly MissingInput[];
  /** False when the cap of schema rounds is unknown: its value is then not compared. */
  readonly isLimitKnown: boolean;
}

const NO_TURN: MissingInput = {
  what: 'what the host recorded of the turn',
  record: 'envelope.retry.attempted, envelope.truncated and the other events of the turn',
};
const MORE_ANSWERS: MissingInput = {
  what: 'the answer after the last one',
  record: 'what the model wrote (output.chunk)',
};

/** Facts by type; texts that a host words for itself are not compared, nor the two words for an answer that was cut off. */
const FACTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['envelope.retry.attempted', ['attempt', 'reason']],
  ['envelope.retry.exhausted', ['totalAttempts', 'finalReason']],
  ['envelope.truncated', ['outputTokenCount']],
  ['envelope.refusal', []],
  ['envelope.recovery.applied', ['path', 'byteOffset']],
  ['cap.breached', ['kind', 'limit', 'observed']],
  ['node.failed', ['error.code']],
]);

/**
 * Aligns the two sequences by type, in order, and compares what the clauses fix. Never "agrees" where the log lacks
 * something that decides. Pure. O(simulated × recorded), both at most some hundred.
 */
export function compareTurn(
  result: DispatchResult,
  recorded: readonly LogEvent[],
  known: TurnKnown,
): TurnComparison {
  const there = recorded.filter(({ type }) => FACTS.has(type));
  const rows = aligned(result.events, there).map(([here, host]) => rowOf(here, host, known));
  return { rows, answer: answerOf(result, recorded, rows, known) };
}

function answerOf(
  { terminal }: DispatchResult,
  recorded: readonly LogEvent[],
  rows: readonly TurnRow[],
  { missing }: TurnKnown,
): HostAnswer {
  const isExhausted = recorded.some(
    ({ type }) => type === 'envelope.retry.exhausted' || type === 'node.failed',
  );
  const lacks = [
    ...(recorded.length === 0 ? [NO_TURN] : []),
    ...missing,
    ...(terminal.ranOut && !isExhausted ? [MORE_ANSWERS] : []),
    ...(terminal.status === 'stopped' ? [{ what: 'a check that was stopped', record: '' }] : []),
  ];
  if (lacks.length > 0) return { kind: 'not-reconstructable', missing: lacks };
  const differing = rows.filter(({ same }) => !same);
  if (differing.length === 0) return { kind: 'agrees', compared: rows.length };
  return { kind: 'deviates', deviations: differing.map(deviationOf) };
}

function deviationOf({ here, host, differences, clause }: TurnRow) {
  const [first] = differences;
  const type = here?.type ?? host?.type ?? '';
  return {
    what: first === undefined ? type : `${type}.${first.what}`,
    here: first?.here ?? here?.type ?? 'none',
    host: first?.host ?? host?.type ?? 'none',
    clause,
    rule: clause === R17 ? ('R17' as const) : null,
    note:
      here === null
        ? 'The host recorded an event that the turn does not lead to'
        : host === null
          ? 'The host did not record an event that the turn leads to'
          : 'The host recorded another value',
  };
}

const R17 = 'acceptor R17';

function rowOf(here: SimulatedEvent | null, host: LogEvent | null, known: TurnKnown): TurnRow {
  const type = here?.type ?? host?.type ?? '';
  const differences = here === null || host === null ? [] : differencesOf(here, host, known);
  const same = here !== null && host !== null && differences.length === 0;
  return { here, host, differences, same, clause: clauseOf(type, host === null) };
}

function clauseOf(type: string, isLeftOut: boolean): string {
  if (type === 'cap.breached') return isLeftOut ? R17 : 'run-events 3.2.6';
  return type === 'node.failed' ? 'acceptor 5' : 'run-events 3.2.7';
}

function differencesOf(here: SimulatedEvent, host: LogEvent, { isLimitKnown }: TurnKnown): TurnDifference[] {
  return (FACTS.get(here.type) ?? []).flatMap((what) => {
    if (here.type === 'cap.breached' && what !== 'kind' && !isLimitKnown) return [];
    const mine = what === 'error.code' ? errorOf(here).code : factOf(here.payload, what);
    const theirs = what === 'error.code' ? errorOf(host).code : factOf(payloadOf(host), what);
    // A value that is unknown here does not contradict the host.
    if (mine === null || mine === theirs) return [];
    return [{ what, here: scalarText(mine), host: theirs === null ? 'none' : scalarText(theirs) }];
  });
}

function factOf(payload: unknown, name: string): string | number | null {
  const value = isRecord(payload) ? ownValue(payload, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

type Pair = readonly [here: SimulatedEvent | null, host: LogEvent | null];

/** Maximum number of aligned events of a side; the rest is unpaired. */
const MAX_ALIGNED = 512;

/** Returns the longest common sequence of types; events of one side alone are at their place. */
function aligned(here: readonly SimulatedEvent[], host: readonly LogEvent[]): readonly Pair[] {
  const mine = here.slice(0, MAX_ALIGNED);
  const theirs = host.slice(0, MAX_ALIGNED);
  const length = lengths(mine, theirs);
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < mine.length || j < theirs.length) {
    const left = mine[i] ?? null;
    const right = theirs[j] ?? null;
    if (left !== null && right !== null && left.type === right.type) {
      pairs.push([left, right]);
      i++;
      j++;
    } else if (right === null || (left !== null && (length[i + 1]?.[j] ?? 0) >= (length[i]?.[j + 1] ?? 0))) {
      pairs.push([left, null]);
      i++;
    } else {
      pairs.push([null, right]);
      j++;
    }
  }
  return pairs;
}

/** `lengths[i][j]`: how many types the ends from `i` and `j` on have in common, in order. */
function lengths(mine: readonly SimulatedEvent[], theirs: readonly LogEvent[]): readonly number[][] {
  const table = Array.from({ length: mine.length + 1 }, () => new Array<number>(theirs.length + 1).fill(0));
  for (let i = mine.length - 1; i >= 0; i--) {
    for (let j = theirs.length - 1; j >= 0; j--) {
      const both = mine[i]?.type === theirs[j]?.type;
      const row = table[i] as number[];
      row[j] = both ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}
