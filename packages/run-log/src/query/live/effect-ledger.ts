/** What a run did from a sequence on, and would do again in a fork (bundles-and-transport.md section 9). */
import { isRecord, masker, partOf, storedIn } from '@openwop-inspector/base';
import { describeEvent } from '@openwop-inspector/events';
import { FLAG } from '../../index/event-columns.ts';
import { nextTurn } from '../../next-turn.ts';
import { countIn } from '../lanes/span-use.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { eventRows } from '../rows/event-rows.ts';
import { allRows, WAIT_STEPS } from '../rows/rows.ts';
import { interruptKind } from './requested-interrupt.ts';

/** Effects of one kind that are listed, characters of each, and events that are read. */
const LISTED = 50;
const MAX_WHAT = 200;
const MAX_READ = 20_000;
/** Rows taken before others get their turn. */
const SLICE = 50_000;

export type EffectKind = (typeof ORDER)[number];

/** What ran from a sequence on (bundles-and-transport.md section 9): a branch does it again, a replay must not. */
export type EffectLedger = Awaited<ReturnType<typeof effectLedger>>;

const ORDER = [
  'tool-call',
  'model-call',
  'approval',
  'clarification',
  'child-run',
  'media',
  'artifact',
  'memory',
] as const;

/**
 * Every effect of a run at or behind a sequence, by kind. Events without sequence count by where they stand. O(events of
 * the log); reads what it lists, and model calls, artifacts and questions, at most 20,000 events.
 */
export async function effectLedger(changing: LoadedLog, runId: string, fromSequence: number) {
  const log = standing(changing);
  const gatherer = new Gatherer(log);
  let taken = 0;
  for (const row of rowsFrom(log, runId, fromSequence)) {
    const reading = gatherer.take(row);
    if (reading !== null) await reading;
    if (++taken % SLICE === 0) await nextTurn();
  }
  return { runId: masker.identity(runId), fromSequence, ...(await gatherer.result()) };
}

function* rowsFrom(log: LoadedLog, runId: string, fromSequence: number): Iterable<number> {
  const { columns, runs } = log.index;
  const run = runs.find(runId);
  let isBehind = false;
  for (const row of allRows(log)) {
    if (columns.run[row] !== run) continue;
    const sequence = columns.sequence[row] as number;
    if (!Number.isNaN(sequence)) isBehind = sequence >= fromSequence;
    if (isBehind) yield row;
  }
}

class Gatherer {
  private readonly log: LoadedLog;
  private readonly reader: PayloadReader;
  private readonly found = new Map<EffectKind, { count: number; listed: number[] }>();
  /** Nodes whose question is counted. */
  private readonly asking = new Set<number>();
  private readonly typeOf: (row: number) => string;
  private readonly sums = new Map<string, number>();
  private events = 0;

  constructor(log: LoadedLog) {
    this.log = log;
    this.reader = new PayloadReader(log, MAX_READ);
    this.typeOf = log.index.byType((type) => type);
  }

  /** Takes the next row; answers what has to be waited for, mostly nothing. */
  take(row: number): Promise<void> | null {
    this.events++;
    const type = this.typeOf(row);
    const { act, effect } = describeEvent(type);
    const step = WAIT_STEPS.get(act);
    if (step === 'asks') return this.takeQuestion(row, type);
    // Behind an answer, or the end of a wait, the next question of a node is another one.
    if (step !== undefined) this.asking.delete(this.log.index.columns.node[row] as number);
    const kind = type.startsWith('media.') ? 'media' : effect;
    if (kind === 'payload') return this.takeRead(row, type);
    if (kind !== undefined) this.note(kind, row);
    return kind === 'model-call' ? this.takeUsage(row) : null;
  }

  /** Hosts write up to three events about one question. */
  private async takeQuestion(row: number, type: string): Promise<void> {
    const node = this.log.index.columns.node[row] as number;
    if (this.asking.has(node)) return;
    const kind: string | null = interruptKind(type, (await this.reader.read(row))?.payload);
    if (kind !== 'approval' && kind !== 'clarification') return;
    this.asking.add(node);
    this.note(kind, row);
  }

  /** An artifact, which may be an image, a sound or a film, or a line of the log that represents an envelope. */
  private async takeRead(row: number, type: string): Promise<void> {
    const isLog = type === 'log.appended';
    if (isLog && !this.log.index.columns.has(row, FLAG.aboutEnvelope)) return;
    const payload = (await this.reader.read(row))?.payload;
    const members = isRecord(payload) ? payload : {};
    const kind = isLog && isRecord(members.fields) ? members.fields.envelopeType : members.artifactType;
    const isMedia = typeof kind === 'string' && /^(?:media\.|image|audio|video)/.test(kind);
    if (isMedia) this.note('media', row);
    else if (!isLog) this.note('artifact', row);
  }

  private async takeUsage(row: number): Promise<void> {
    const payload = (await this.reader.read(row))?.payload;
    for (const name of ['inputTokens', 'outputTokens', 'costEstimateUsd']) {
      const value = countIn(payload, name);
      if (value !== null) this.sums.set(name, (this.sums.get(name) ?? 0) + value);
    }
  }

  private note(kind: EffectKind, row: number): void {
    const own = storedIn(this.found, kind, () => ({ count: 0, listed: [] }));
    own.count++;
    if (own.listed.length < LISTED) own.listed.push(row);
  }

  async result() {
    const kinds = [];
    for (const kind of ORDER) {
      const own = this.found.get(kind);
      if (own !== undefined) kinds.push({ kind, count: own.count, listed: await this.effects(own.listed) });
    }
    return {
      events: this.events,
      /** Each kind once, those with effects only; at most 50 effects listed of each. */
      kinds,
      /** Tokens and cost of the model calls, where the log has them. */
      inputTokens: this.sums.get('inputTokens') ?? null,
      outputTokens: this.sums.get('outputTokens') ?? null,
      costUsd: this.sums.get('costEstimateUsd') ?? null,
    };
  }

  /** Things that a fork would do again. */
  private async effects(ordinals: readonly number[]) {
    const rows = await eventRows(this.log, ordinals);
    return rows.map(({ ordinal, sequence, nodeId, summary }) => ({
      ordinal,
      sequence: sequence ?? -1,
      nodeId,
      /** Tool name, provider and model, artifact, child run … as recorded, masked, at most 200 characters. */
      what: partOf(summary, 0, MAX_WHAT),
    }));
  }
}
