/** A surface with its answer: what took its place, what was entered, and what followed. */
import { isRecord, type MaskedText, type MaskedValue, masker } from '@openwop-inspector/base';
import { describeEvent, type EventAct } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import { eventRows } from './event-rows.ts';
import { boundInterrupt, interruptRow } from './found-envelopes/bound-interrupt.ts';
import { isTooDeep } from './json/too-deep.ts';
import { type LoadedLog, standing } from './loaded-log.ts';
import { PayloadReader } from './read-payload.ts';
import { rowsBehind } from './run-bounds.ts';
import { type AnswerEffect, effectsOf } from './surface-answer/answer-effects.ts';
import { type EnteredAnswer, enteredAnswer } from './surface-answer/entered-answer.ts';

/** Events looked at behind the surface until it is answered. */
const LOOKED_AHEAD = 20_000;
/** Events that tell of one answer stand this close together. */
const TOLD_WITHIN = 8;
/** Events that are read. */
const MAX_READ = 64;

const ANSWERS: ReadonlySet<EventAct> = new Set(['interruptResolved', 'nodeResumed', 'answeredLegacy']);
const ENDS: ReadonlySet<EventAct> = new Set(['nodeStarted', 'nodeCompleted', 'nodeFailed', 'nodeCancelled']);

export interface SurfaceAnswer {
  /** The surface itself. */
  readonly sequence: number | null;
  readonly shownMs: number | null;
  /** The interrupt that the surface is bound to; null where none is found. */
  readonly interrupt: {
    readonly ordinal: number;
    readonly sequence: number | null;
    readonly kind: MaskedText;
  } | null;
  /** Surfaces that took its place before the answer, and the payload of the last; null without any. */
  readonly updated: {
    readonly count: number;
    readonly ordinal: number;
    readonly sequence: number | null;
    readonly timeMs: number | null;
    readonly payload: MaskedValue;
  } | null;
  /** Null where the log tells of none. */
  readonly answer: EnteredAnswer | null;
  /** In the order of the log, at most 12. */
  readonly effects: readonly AnswerEffect[];
}

/**
 * What became of the surface at an event: of the wait it is bound to, the surfaces that came before the answer, the events
 * that tell the answer, and those that followed. O(events up to the answer, 20,000 at most); reads a few.
 */
export async function surfaceAnswer(changing: LoadedLog, ordinal: number): Promise<SurfaceAnswer> {
  const log = standing(changing);
  const { index } = log;
  const reader = new PayloadReader(log, MAX_READ);
  const asked = interruptRow(log, ordinal);
  const interrupt = asked < 0 ? null : await boundInterrupt(log, reader, ordinal);
  const course = asked < 0 ? NOTHING : courseOf(log, ordinal, asked);
  const [first] = course.told;
  return {
    sequence: sequenceOf(log, ordinal),
    shownMs: index.timeOf(ordinal),
    interrupt: interrupt && { ordinal: asked, sequence: sequenceOf(log, asked), kind: interrupt.kind },
    updated: await updatedBy(log, reader, course.surfaces),
    answer: first === undefined ? null : await enteredAnswer(log, reader, course.told),
    effects: first === undefined ? [] : await effectRows(log, first),
  };
}

interface Course {
  /** Surfaces that came before the answer. */
  readonly surfaces: readonly number[];
  /** Events that tell the answer, the first of them first. */
  readonly told: readonly number[];
}

const NOTHING: Course = { surfaces: [], told: [] };

/** Walks from a surface to its answer, or to where its node goes on without one. */
function courseOf(log: LoadedLog, ordinal: number, asked: number): Course {
  const { columns } = log.index;
  const node = columns.node[asked] as number;
  const from = log.order.indexOf(asked);
  const surfaces: number[] = [];
  for (const row of rowsBehind(log, ordinal, LOOKED_AHEAD)) {
    const own = columns.node[row] as number;
    if (isSurface(log, row) && (own === node || own === 0)) surfaces.push(row);
    if (own !== node || log.order.indexOf(row) < from) continue;
    const act = actOf(log, row);
    if (act !== undefined && ANSWERS.has(act)) return { surfaces, told: eventsOfAnswer(log, row, node) };
    if (act !== undefined && ENDS.has(act)) break;
  }
  return { surfaces, told: [] };
}

/** The events that tell one answer: of the node, and that the run goes on. */
function eventsOfAnswer(log: LoadedLog, first: number, node: number): readonly number[] {
  const { columns } = log.index;
  const told = [first];
  for (const row of rowsBehind(log, first, TOLD_WITHIN)) {
    const act = actOf(log, row);
    if (columns.node[row] !== node) {
      if (log.index.typeOf(row) === 'run.resumed') told.push(row);
    } else if (act !== undefined && ANSWERS.has(act)) told.push(row);
    else break;
  }
  return told;
}

async function updatedBy(
  log: LoadedLog,
  reader: PayloadReader,
  surfaces: readonly number[],
): Promise<SurfaceAnswer['updated']> {
  const ordinal = surfaces.at(-1);
  if (ordinal === undefined) return null;
  const payload = (await reader.read(ordinal))?.payload;
  return {
    count: surfaces.length,
    ordinal,
    sequence: sequenceOf(log, ordinal),
    timeMs: log.index.timeOf(ordinal),
    payload: !isRecord(payload) || isTooDeep(payload) ? null : masker.value(payload).value,
  };
}

async function effectRows(log: LoadedLog, answer: number): Promise<SurfaceAnswer['effects']> {
  const effects = effectsOf(log, answer);
  const rows = await eventRows(
    log,
    effects.map(({ ordinal }) => ordinal),
  );
  return rows.flatMap((row, at) => {
    const by = effects[at]?.by;
    return by === undefined ? [] : [{ row, by }];
  });
}

function isSurface(log: LoadedLog, row: number): boolean {
  return foldedType(log.index.typeOf(row)) === 'ui.a2ui-surface';
}

function actOf(log: LoadedLog, row: number): EventAct | undefined {
  return describeEvent(foldedType(log.index.typeOf(row))).act;
}

function sequenceOf(log: LoadedLog, row: number): number | null {
  const sequence = log.index.columns.sequence[row] as number;
  return Number.isNaN(sequence) ? null : sequence;
}
