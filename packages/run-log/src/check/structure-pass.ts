/** What the checks of structure note row by row: forms of fields, marks, holes, and what follows the end of a run. */
import { countOf, firstThat, formatCount, isRecord } from '@openwop-inspector/base';
import { type CatalogueType, isCatalogueType, type ProblemCode } from '@openwop-inspector/protocol';
import { FLAG } from '../index/event-columns.ts';
import { WITH_TENANT } from '../index/interner.ts';
import type { LogIndex } from '../index/log-index.ts';

/** Notes about fields that hosts write in other forms: one problem a form, with its count, at the first event. */
const FORMS = [
  [FLAG.sequenceFromSeq, 'seq_for_sequence', 'with seq instead of sequence'],
  [FLAG.payloadFromData, 'data_for_payload', 'with data instead of payload'],
  [FLAG.eventIdMissing, 'event_id_derived', 'without an eventId; ids were derived'],
  [FLAG.timeMissing, 'timestamp_missing', 'without a timestamp'],
] as const;

/** Problems of single events that stand in their flags. */
const FLAGGED = [
  [FLAG.timeInvalid, 'timestamp_invalid', 'The timestamp is no RFC 3339 date-time', '/timestamp'],
  [FLAG.sequenceMismatch, 'seq_sequence_mismatch', 'seq and sequence differ; sequence is used', '/sequence'],
  [FLAG.unsequenced, 'unsequenced', 'The event has no sequence; it is placed after the preceding event', ''],
  [FLAG.tooDeep, 'too_deep', 'The event nests deeper than 64 levels', ''],
  [FLAG.typeMissing, 'type_missing', 'The event has no type', '/type'],
  [FLAG.duplicateKey, 'duplicate_key', 'A top-level key occurs twice; the last one counts', ''],
] as const;

const ANY_FORM = FORMS.reduce((all, [flag]) => all | flag, FLAG.runInherited);
const ANY_FLAGGED = FLAGGED.reduce((all, [flag]) => all | flag, 0);
/** What most rows have none of. */
const ANY_ODD = ANY_FORM | ANY_FLAGGED | FLAG.message;

/** What a hole is: lost, or what the mode of a stream may leave out. */
type GapCode = 'sequence_gap' | 'stream_mode_gap';

/**
 * A row behind a hole, with the sequence before it; one behind the end of its run, with the ordinal of that; a dispatch
 * that was not joined, and the beginning of undoing, with the end of their run.
 */
interface Remark {
  readonly kind: 'gap' | 'behindEnd' | 'notJoined' | 'undone';
  readonly row: number;
  readonly about: number;
}

type Ending = 'completed' | 'failed' | 'cancelled';
/** What the order of a run asks of a type. */
type Part = 'any' | Ending | 'requested' | 'aftermath' | 'fanOut' | 'join' | 'presence';
const PARTS: ReadonlyMap<string, Part> = new Map<CatalogueType, Part>([
  ['run.completed', 'completed'],
  ['run.failed', 'failed'],
  ['run.cancelled', 'cancelled'],
  // What is undone, and what is given up, may follow the end of its run (run-events 3.2.17).
  ['run.dead_lettered', 'aftermath'],
  ['compensation.requested', 'requested'],
  ['compensation.started', 'aftermath'],
  ['compensation.completed', 'aftermath'],
  ['compensation.failed', 'aftermath'],
  ['compensation.paused', 'aftermath'],
  ['compensation.manual_intervention_required', 'aftermath'],
  ['core.dispatch.fanOut', 'fanOut'],
  ['core.dispatch.join', 'join'],
  ['channel.presence', 'presence'],
]);
const isEnding = (part: Part): part is Ending => ['completed', 'failed', 'cancelled'].includes(part);

/** Takes rows in display order and notes what the checks say of them later. About 10 ns a row that is in order. */
export class StructurePass {
  private readonly index: LogIndex;
  private readonly counts = FORMS.map(() => 0);
  private readonly firsts = FORMS.map(() => -1);
  private readonly flagged: number[] = [];
  private inherited = 0;
  private runless = 0;
  private readonly remarks: Remark[] = [];
  private readonly parts: Part[] = [];
  private run = -1;
  private last = Number.NaN;
  private terminal = -1;
  /** In this run: the first beginning of undoing, and by node the dispatch that was not joined yet. */
  private requested = -1;
  private readonly fannedOut = new Map<number, number>();
  private presence = 0;
  private firstPresence = -1;

  constructor(index: LogIndex) {
    this.index = index;
  }

  take(row: number): void {
    const { columns } = this.index;
    const flags = columns.flags[row] as number;
    if ((flags & ANY_ODD) !== 0) {
      // Of messages the acceptor says what is wrong; order and end of a run are none of theirs.
      if ((flags & FLAG.message) !== 0) return;
      if ((flags & ANY_FORM) !== 0) this.takeForms(row, flags);
      if ((flags & ANY_FLAGGED) !== 0) this.flagged.push(row);
    }
    if (columns.run[row] !== this.run) {
      this.run = columns.run[row] as number;
      this.last = Number.NaN;
      this.terminal = -1;
      this.requested = -1;
      this.fannedOut.clear();
    }
    const sequence = columns.sequence[row] as number;
    if (!Number.isNaN(sequence)) {
      if (sequence > this.last + 1) this.remarks.push({ kind: 'gap', row, about: this.last });
      this.last = sequence;
    }
    const part = this.partOf(row);
    if (part !== 'any') this.takePart(part, row);
    else if (this.terminal >= 0 && !this.isOfVendor(row))
      this.remarks.push({ kind: 'behindEnd', row, about: this.terminal });
  }

  /** In v2 the types of vendors may follow the end of a run (run-events 3.6). */
  private isOfVendor(row: number): boolean {
    const { types, runs, columns } = this.index;
    const isV2 = types.hasV2 || WITH_TENANT.test(runs.textOf(columns.run[row] as number));
    return isV2 && !isCatalogueType(types.textOf(columns.type[row] as number));
  }

  private takePart(part: Part, row: number): void {
    const node = this.index.columns.node[row] as number;
    if (part === 'requested') {
      if (this.requested >= 0) return;
      this.requested = row;
      if (this.terminal >= 0 && this.partOf(this.terminal) === 'completed')
        this.remarks.push({ kind: 'undone', row, about: this.terminal });
    } else if (part === 'fanOut') this.fannedOut.set(node, row);
    else if (part === 'join') this.fannedOut.delete(node);
    else if (part === 'presence') {
      if (this.presence === 0) this.firstPresence = row;
      this.presence++;
    }
    if (this.terminal < 0) {
      if (isEnding(part)) this.takeEnd(part, row);
    } else if (part !== 'requested' && part !== 'aftermath')
      this.remarks.push({ kind: 'behindEnd', row, about: this.terminal });
  }

  private takeEnd(part: Ending, row: number): void {
    this.terminal = row;
    for (const dispatch of part === 'cancelled' ? [] : this.fannedOut.values())
      this.remarks.push({ kind: 'notJoined', row: dispatch, about: row });
    if (part === 'completed' && this.requested >= 0)
      this.remarks.push({ kind: 'undone', row: this.requested, about: row });
  }

  private takeForms(row: number, flags: number): void {
    FORMS.forEach((form, k) => {
      if ((flags & form[0]) === 0) return;
      if (this.counts[k] === 0) this.firsts[k] = row;
      this.counts[k] = (this.counts[k] as number) + 1;
    });
    if ((flags & FLAG.runInherited) === 0) return;
    if (this.index.columns.run[row] !== 0) this.inherited++;
    else if ((flags & FLAG.ofHost) === 0) this.runless++;
  }

  private partOf(row: number): Part {
    const type = this.index.columns.type[row] as number;
    this.parts[type] ??= PARTS.get(this.index.types.textOf(type)) ?? 'any';
    return this.parts[type];
  }

  /** Adds the problems of what was taken; holes that `leftOut` covers are none, the others have the code `gap`. */
  report(leftOut: LeftOut, gap: GapCode): void {
    this.reportForms();
    const deltas = Float64Array.from(this.index.deltaSequences).sort();
    // Gaps and terminal events, run by run (run-events.md section 1.1).
    for (const { kind, row, about } of this.remarks) {
      if (kind === 'gap') this.reportGap(row, about, deltas, leftOut, gap);
      else if (kind === 'behindEnd') this.reportBehindEnd(row, about);
      else this.reportUnended(kind, row, about);
    }
  }

  private reportForms(): void {
    const { index } = this;
    for (const row of this.flagged) {
      for (const [flag, code, text, pointer] of FLAGGED)
        if (((index.columns.flags[row] as number) & flag) !== 0) index.problemOf(code, text, row, pointer);
    }
    FORMS.forEach(([, code, text], k) => {
      const first = this.firsts[k] as number;
      if (first >= 0) index.problemOf(code, `${countOf(this.counts[k] as number, 'event')} ${text}`, first);
    });
    /** Adds a problem, unless its count is 0. */
    const tell = (code: ProblemCode, count: number, words: string, row: number | null = null): void => {
      if (count > 0) index.problemOf(code, words, row);
    };
    const { inherited, presence, runless } = this;
    const { inBothForms } = index.runs;
    const both = countOf(inBothForms, 'run');
    tell('run_id_in_two_forms', inBothForms, `${both} with and without the tenant in the id`);
    const taken = countOf(inherited, 'event takes', 'events take');
    tell('run_id_from_bundle', inherited, `${taken} the runId of the document`);
    const present = `${countOf(presence, 'event')} of who was present`;
    tell('live_presence_recorded', presence, present, this.firstPresence);
    tell('run_id_missing', runless, `${countOf(runless, 'event names', 'events name')} no run`);
  }

  private reportBehindEnd(row: number, end: number): void {
    const { index } = this;
    const place = index.placeOf(end);
    if (isEnding(this.partOf(row))) {
      const words = `A second terminal event of the run, which ended ${place}; nothing would have followed`;
      index.problemOf('multiple_terminal', words, row);
    } else {
      index.problemOf('event_after_terminal', `Follows the terminal event ${place}`, row);
    }
  }

  private reportUnended(kind: 'notJoined' | 'undone', row: number, end: number): void {
    const [at, { index }] = [this.index.placeOf(end), this];
    if (kind === 'notJoined')
      index.problemOf('dispatch_not_joined', `No join is recorded until the run ended ${at}`, row);
    else index.problemOf('compensation_of_completed_run', `Undoing began, and the run completed ${at}`, row);
  }

  private reportGap(row: number, last: number, deltas: Float64Array, leftOut: LeftOut, gap: GapCode): void {
    const { index } = this;
    const sequence = index.columns.sequence[row] as number;
    const missing = sequence - last - 1 - (firstFrom(deltas, sequence) - firstFrom(deltas, last + 1));
    if (missing === 0 || leftOut.covers(missing)) return;
    const words = index.problems.lists(gap) ? gapText(last, sequence, missing) : '';
    index.problemOf(gap, words, row);
  }
}

/** Number of values below one in an order that rises. */
function firstFrom(values: Float64Array, least: number): number {
  return firstThat(values.length, (at) => (values[at] as number) >= least);
}

function gapText(last: number, sequence: number, missing: number): string {
  const count = countOf(missing, 'event');
  if (sequence - last === 2) return `Sequence ${last + 1} is missing, ${count}`;
  return `Sequences ${last + 1} to ${sequence - 1} are missing, ${count}`;
}

/** What a host says of events that it left out of a document (bundles section 2). */
type HostTruncation = NonNullable<ReturnType<typeof hostTruncation>>;

const CODE = /^[\w.-]{1,64}$/;

/**
 * What the host declares in the members next to `entries` events: `truncated`, a reason, the count before truncation, or
 * a limit that has been reached. Null when it declares nothing of the kind.
 */
export function hostTruncation(header: ReadonlyMap<string, unknown>, entries: number) {
  const metrics = header.get('metrics');
  const numberOf = (name: string): number => {
    const own = header.get(name) ?? (isRecord(metrics) ? metrics[name] : undefined);
    return typeof own === 'number' ? own : Number.NaN;
  };
  const said = header.get('truncatedReason');
  const hasReason = typeof said === 'string' && said !== '';
  const original = numberOf('truncatedOriginalCount');
  const limit = numberOf('maxEvents');
  const isDeclared = header.get('truncated') === true || hasReason || original > entries || limit <= entries;
  if (!isDeclared) return null;
  const full = Number.isNaN(original) ? numberOf('eventCount') : original;
  return {
    /** Events that it left out; infinite when it does not say how many. */
    leftOut: full > entries ? full - entries : Number.POSITIVE_INFINITY,
    /** The reason, when it is a code; free text is not repeated. */
    reason: hasReason && CODE.test(said) ? said : null,
  };
}

/** One sentence about it. */
export function truncationText({ leftOut, reason }: HostTruncation, entries: number): string {
  const count = Number.isFinite(leftOut)
    ? `${formatCount(entries)} of ${formatCount(entries + leftOut)} are in the file`
    : 'how many it does not say';
  return `The host says that it left events out: ${count}${reason === null ? '' : ` (${reason})`}`;
}

/** The events that a host has declared missing, taken off as holes in the log are found. */
export class LeftOut {
  private left: number;

  constructor(count: number) {
    this.left = count;
  }

  /** True when a hole of `missing` events is among those that the host left out. */
  covers(missing: number): boolean {
    if (missing > this.left) return false;
    this.left -= missing;
    return true;
  }
}
