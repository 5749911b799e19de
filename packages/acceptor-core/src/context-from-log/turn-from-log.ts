/** One turn of a model out of a log: the file for the dispatch simulation, and what the log lacks of it (acceptor 5). */
import { countAt, type JsonObject, ownString } from '@openwop-inspector/base';
import type { AcceptContext } from '../accept-context.ts';
import type { DispatchFile } from '../dispatch/dispatch-input.ts';
import type { LogEvent } from './evidence.ts';
import { payloadOf } from './payload-facts.ts';
import { MASKED, type MissingInput } from './provenance.ts';

/** An answer of a model as the engine of logs gathers it; the application joins the two rooms. */
export interface LogAnswer {
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
      responses: answers.map(responseOf),
      config: { ...(provider === null ? {} : { provider }), ...(model === null ? {} : { model }) },
      context,
    },
    missing: [
      ...answers.flatMap(missingOf),
      ...(isOpen ? [missingAnswer(answers.length + 1)] : []),
      ...(leftOut > 0 ? [{ what: 'the attempts after the sixteenth', record: '' }] : []),
    ],
    recorded: answers.flatMap(({ events }) => events),
  };
}

function responseOf({ text, finishReason, usage, events }: LogAnswer): JsonObject {
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
}

/** Of an answer that was cut off or refused the text decides nothing. */
function missingOf(
  { text, complete, masked, finishReason, events }: LogAnswer,
  index: number,
): MissingInput[] {
  if (events.some(isCut) || events.some(isRefused)) return [];
  if (text === null || !complete) return [missingAnswer(index + 1)];
  const stop: MissingInput = {
    what: `why the model stopped in attempt ${index + 1}`,
    record: 'meta.finishReason of the last output.chunk',
  };
  return [...(finishReason === null ? [stop] : []), ...(masked > 0 ? [MASKED] : [])];
}

function missingAnswer(attempt: number): MissingInput {
  return { what: `the answer of attempt ${attempt}`, record: 'what the model wrote (output.chunk)' };
}

const isCut = ({ type }: LogEvent): boolean => type === 'envelope.truncated';
const isRefused = ({ type }: LogEvent): boolean => type === 'envelope.refusal';
