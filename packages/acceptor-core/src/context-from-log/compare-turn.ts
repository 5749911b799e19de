/** Compares the events of a simulated turn with those that a host recorded (acceptor 5, run-events 3.2.6 and 3.2.7). */
import { countAt, isRecord, ownString, ownValue } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import type { AcceptContext } from '../accept-context.ts';
import type { DispatchFile } from '../dispatch/dispatch-input.ts';
import type { DispatchResult, SimulatedEvent } from '../dispatch/dispatch-result.ts';
import { errorOf, type LogEvent, payloadOf } from './evidence.ts';
import type { HostAnswer } from './host-answer.ts';
import { MASKED, type MissingInput } from './provenance.ts';

/** A fact of an event that both sides have, with different values. */
interface TurnDifference {
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

/** Facts in addition to the two sequences. */
interface TurnKnown {
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
 * Aligns the two sequences by type, in order, and compares what the clauses fix; `answer` says what that means for the
 * host. Never "agrees" where the log lacks something that decides. Pure. O(simulated × recorded), both at most some
 * hundred.
 */
export function compareTurn(result: DispatchResult, recorded: readonly LogEvent[], known: TurnKnown) {
  const there = recorded.filter(({ type }) => FACTS.has(type));
  const rows = aligned(result.events, there).map(([here, host]) => {
    const type = here?.type ?? host?.type ?? '';
    const differences = here === null || host === null ? [] : differencesOf(here, host, known);
    const same = here !== null && host !== null && differences.length === 0;
    return { here, host, differences, same, clause: clauseOf(type, host === null) };
  });
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
  // `table[i][j]`: how many types the ends from `i` and `j` on have in common, in order.
  const table = Array.from({ length: mine.length + 1 }, () => new Array<number>(theirs.length + 1).fill(0));
  for (let i = mine.length - 1; i >= 0; i--) {
    for (let j = theirs.length - 1; j >= 0; j--) {
      const both = mine[i]?.type === theirs[j]?.type;
      const row = table[i] as number[];
      row[j] = both ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
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
    } else if (right === null || (left !== null && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
      pairs.push([left, null]);
      i++;
    } else {
      pairs.push([null, right]);
      j++;
    }
  }
  return pairs;
}

// One turn of a model out of a log: the file for the dispatch simulation, and what the log lacks of it (acceptor 5).

/** An answer of a model as the engine of logs gathers it; the application joins the two rooms. */
interface LogAnswer {
  readonly text: string | null;
  readonly complete: boolean;
  readonly masked: number;
  readonly finishReason: string | null;
  readonly usage: LogEvent | null;
  readonly events: readonly LogEvent[];
}

/** A turn as it is recorded. */
export interface LogTurn {
  readonly answers: readonly LogAnswer[];
  /** True when a retry is the last thing recorded. */
  readonly isOpen: boolean;
  readonly leftOut: number;
}

/** A turn to play. */
export interface TurnFromLog {
  /** In the form of `readDispatchFile`. */
  readonly file: DispatchFile;
  /** Inputs that the log lacks for a verdict on the host; empty when all deciding ones are present. */
  readonly missing: readonly MissingInput[];
  /** What the host recorded, in order. */
  readonly recorded: readonly LogEvent[];
}

/** Builds the turn from the present data; missing data is omitted and named. Pure, O(events). */
export function turnFromLog(turn: LogTurn, context: AcceptContext): TurnFromLog {
  const { answers, isOpen, leftOut } = turn;
  const requested = answers
    .map(({ usage, events }) => usage ?? events.find(isCut))
    .find((one) => one !== undefined);
  const provider = requested === undefined ? null : ownString(payloadOf(requested), 'provider');
  const model = requested === undefined ? null : ownString(payloadOf(requested), 'model');
  return {
    file: {
      responses: answers.map(({ text, finishReason, usage, events }) => {
        const cut = events.find(isCut);
        const refused = events.find(isRefused);
        const stop = finishReason ?? (cut === undefined ? null : ownString(payloadOf(cut), 'stopReason'));
        const tokens = countAt(usage?.payload, 'outputTokens') ?? countAt(cut?.payload, 'outputTokenCount');
        return {
          stop: cut !== undefined && stop === 'unknown' ? 'length' : stop,
          text: text ?? '',
          ...(refused === undefined
            ? {}
            : { refusal: true, refusalText: ownString(payloadOf(refused), 'refusalText') }),
          ...(tokens === null ? {} : { usage: { outputTokens: tokens } }),
        };
      }),
      config: { ...(provider === null ? {} : { provider }), ...(model === null ? {} : { model }) },
      context,
    },
    missing: [
      // Of an answer that was cut off or refused the text decides nothing.
      ...answers.flatMap(({ text, complete, masked, finishReason, events }, index) => {
        if (events.some(isCut) || events.some(isRefused)) return [];
        if (text === null || !complete) return [missingAnswer(index + 1)];
        const stop: MissingInput = {
          what: `why the model stopped in attempt ${index + 1}`,
          record: 'meta.finishReason of the last output.chunk',
        };
        return [...(finishReason === null ? [stop] : []), ...(masked > 0 ? [MASKED] : [])];
      }),
      ...(isOpen ? [missingAnswer(answers.length + 1)] : []),
      ...(leftOut > 0 ? [{ what: 'the attempts after the sixteenth', record: '' }] : []),
    ],
    recorded: answers.flatMap(({ events }) => events),
  };
}

function missingAnswer(attempt: number): MissingInput {
  return { what: `the answer of attempt ${attempt}`, record: 'what the model wrote (output.chunk)' };
}

const isCut = ({ type }: LogEvent): boolean => type === 'envelope.truncated';
const isRefused = ({ type }: LogEvent): boolean => type === 'envelope.refusal';
