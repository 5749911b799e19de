/** All logical envelopes of a log by number, without their payloads. Made once a log. */

import { firstThat, groupedBy, unreachable } from '@openwop-inspector/base';
import { type CausalGraph, isVanished } from '../../graph/causal-graph.ts';
import { nextTurn } from '../../next-turn.ts';
import { hashText } from '../../scan/id-hash.ts';
import { isPart, type LoadedLog } from '../loaded-log.ts';
import { oncePerGraph } from '../rows/rows.ts';
import { type TextEnvelope, textEnvelopesOf } from './model-text.ts';
import { recordsByEnvelope, type StoredSurface, snapshotSurfaces } from './stored-envelopes.ts';
import { type AttemptRows, attemptsIn, envelopeCause, type RowParts, StoryPass } from './story-pass.ts';

/** Rows taken before others get their turn: a few milliseconds of work. */
const SLICE = 20_000;

/** One logical envelope, found by its number. */
export type Story =
  /** Events, and the envelopes next to them that have their correlationId. */
  | {
      readonly kind: 'events';
      readonly rows: Int32Array;
      readonly envelope: number;
      readonly records: Int32Array;
    }
  /** Only next to the events, or in a file without any. */
  | { readonly kind: 'records'; readonly records: Int32Array }
  | { readonly kind: 'text'; readonly text: TextEnvelope }
  | { readonly kind: 'snapshot'; readonly surface: StoredSurface; readonly number: number };

/** A story of events. */
export type EventsStory = Extract<Story, { kind: 'events' }>;

/** The index of a log, or of one of its runs. O(events) the first time, in slices; others wait for the same one. */
export const storyIndex = oncePerGraph(async (log, graph): Promise<StoryIndex> => {
  const pass = new StoryPass(log, graph);
  for (let i = 0; i < log.order.length; i++) {
    if (i % SLICE === SLICE - 1) await nextTurn();
    pass.take(log.order.ordinalAt(i), i);
  }
  pass.end();
  const texts = await textEnvelopesOf(log, graph, pass);
  await nextTurn();
  return new StoryIndex(log, graph, pass, texts).countAll();
});

const NONE = new Int32Array(0);

/** All stories of a log; their numbers are places in the list of the envelopes view. */
export class StoryIndex {
  readonly total: number;
  attempts = 0;
  /** Model texts that may hold envelopes and were not scanned. */
  readonly textsLeftOut: number;
  private readonly log: LoadedLog;
  private readonly graph: CausalGraph;
  /** What events say about their attempts. */
  readonly parts: RowParts;
  /** Rows of the stories of events, story after story; `start` has one entry more than there are stories. */
  private readonly rows: Int32Array;
  private readonly start: Int32Array;
  private readonly envelope: Int32Array;
  /** Story of events by place in the list; beyond them texts (as -1 - number), in display order. */
  private readonly places: Int32Array;
  private readonly texts: readonly TextEnvelope[];
  private readonly records: ReturnType<typeof recordsByEnvelope>;
  /** Stories that stand in snapshots: the last ones. */
  private readonly stored: readonly StoredSurface[];
  /** The story of events that came first with an envelope of the graph: it has its records. */
  private readonly firstWith: Int32Array;

  constructor(
    log: LoadedLog,
    graph: CausalGraph,
    pass: StoryPass,
    texts: { readonly found: readonly TextEnvelope[]; readonly leftOut: number },
  ) {
    this.log = log;
    this.graph = graph;
    this.parts = pass.parts;
    this.texts = texts.found;
    this.textsLeftOut = texts.leftOut;
    const { rows, start, envelope } = groupRows(pass);
    this.rows = rows;
    this.start = start;
    this.envelope = envelope;
    this.firstWith = new Int32Array(graph.envelopes.length).fill(-1);
    for (let story = envelope.length - 1; story >= 0; story--)
      if ((envelope[story] as number) >= 0) this.firstWith[envelope[story] as number] = story;
    this.records = recordsByEnvelope(log.index, graph, isPart(log) ? null : this.firstWith);
    this.stored = snapshotSurfaces(log);
    this.places = this.mergeTexts();
    this.total = this.places.length + this.records.alone.length + this.stored.length;
  }

  /** Stories of events stand in order of their first event; texts are put between them by their last chunk. */
  private mergeTexts(): Int32Array {
    const places: number[] = [];
    let text = 0;
    this.envelope.forEach((_, story) => {
      const first = this.log.order.indexOf(this.rows[this.start[story] as number] as number);
      for (; (this.texts[text]?.index ?? first) < first; text++) places.push(-1 - text);
      places.push(story);
    });
    for (; text < this.texts.length; text++) places.push(-1 - text);
    return Int32Array.from(places);
  }

  /** Counts the attempts of all stories, in slices. */
  async countAll(): Promise<this> {
    let attempts = this.texts.length + this.stored.length;
    for (let story = 0; story < this.envelope.length; story++) {
      if (story % SLICE === SLICE - 1) await nextTurn();
      attempts += this.attemptsOf(this.rowsOf(story)).length;
    }
    for (const group of this.records.alone) attempts += this.records.emissionsOf(group);
    this.attempts = attempts;
    return this;
  }

  private rowsOf(story: number): Int32Array {
    return this.rows.subarray(this.start[story], this.start[story + 1]);
  }

  at(number: number): Story {
    const place = this.places[number];
    if (place !== undefined && place >= 0) {
      const envelope = this.envelope[place] as number;
      const records = this.firstWith[envelope] === place ? this.records.recordsOf(envelope) : NONE;
      return { kind: 'events', rows: this.rowsOf(place), envelope, records };
    }
    const text = place === undefined ? undefined : this.texts[-1 - place];
    if (text !== undefined) return { kind: 'text', text };
    const outside = number - this.places.length;
    const group = this.records.alone[outside];
    if (group !== undefined) return { kind: 'records', records: this.records.recordsOf(group) };
    const surface = this.stored[outside - this.records.alone.length];
    if (surface === undefined) throw new Error(`there is no logical envelope ${number}`);
    return { kind: 'snapshot', surface, number: outside - this.records.alone.length };
  }

  /** The emissions of a story of events. */
  attemptsOf(rows: Int32Array): AttemptRows[] {
    return attemptsIn(rows, this.parts);
  }

  /** Number of the story that has an event, -1 for none. O(events of envelopes). */
  withRow(ordinal: number): number {
    const at = this.rows.indexOf(ordinal);
    if (at < 0) {
      const text = this.texts.findIndex((one) => one.ordinal === ordinal);
      return text < 0 ? -1 : this.places.indexOf(-1 - text);
    }
    const next = firstThat(this.envelope.length, (story) => (this.start[story] as number) > at);
    const story = Math.max(0, next - 1);
    return this.texts.length === 0 ? story : this.places.indexOf(story);
  }

  /** Number of the story that only records have, by one of them; -1 for none. O(records). */
  private withRecord(record: number): number {
    const group = this.records.groupOf(record);
    const at = this.records.alone.indexOf(group);
    return at < 0 ? -1 : this.places.length + at;
  }

  /** Number of the story of an envelope of the graph in a run; -1 for none. O(stories). */
  private withEnvelope(envelope: number, run: number): number {
    const { run: runs } = this.log.index.columns;
    const story = this.envelope.findIndex(
      (own, number) => own === envelope && run === runs[this.rows[this.start[number] as number] as number],
    );
    return story < 0 || this.texts.length === 0 ? story : this.places.indexOf(story);
  }

  /** Events that name the same correlationId as an event in their run, itself among them; empty for one that names none. */
  relatedEffects(ordinal: number): readonly number[] {
    const cause = envelopeCause(this.log, this.graph, ordinal);
    return cause === null ? [] : this.causedBy(this.withRow(ordinal), cause);
  }

  /** Events that name a correlationId, in the run of an event. */
  effectsOf(ordinal: number, correlationId: string): readonly number[] {
    const { run, causeA, causeB } = this.log.index.columns;
    const id = hashText(correlationId);
    const isOne = (row: number): boolean =>
      run[row] === run[ordinal] && causeA[row] === id.a && causeB[row] === id.b;
    const envelope = this.graph.envelopes.find(
      (one) => one.run === run[ordinal] && one.a === id.a && one.b === id.b,
    );
    const first = envelope === undefined ? this.rows.find(isOne) : envelope.firstEvent;
    return first === undefined ? [] : this.causedBy(this.withRow(first), id);
  }

  private causedBy(number: number, { a, b }: { readonly a: number; readonly b: number }): readonly number[] {
    const story = number < 0 ? null : this.at(number);
    const { causeA, causeB } = this.log.index.columns;
    return story?.kind === 'events'
      ? [...story.rows].filter((row) => causeA[row] === a && causeB[row] === b)
      : [];
  }

  /** The key of a story: see `LogicalEnvelope.key`. */
  keyOf(story: Story): string {
    switch (story.kind) {
      case 'events':
        return this.keyOfEvents(story);
      case 'records': {
        const first = story.records[0] ?? 0;
        const envelope = this.graph.envelopeOfRecord[first] ?? -1;
        return envelope >= 0 ? `c${envelope}` : `f${first}`;
      }
      case 'text': {
        const { ordinal, number } = story.text;
        return number === 0 ? `e${ordinal}` : `e${ordinal}.${number}`;
      }
      case 'snapshot':
        return `s${story.number}`;
      default:
        return unreachable(story);
    }
  }

  /** A correlationId names an envelope of each run that uses it (acceptor 8). */
  private keyOfEvents(story: EventsStory): string {
    const first = story.rows[0] ?? 0;
    if (story.envelope < 0) return `e${first}`;
    const { run } = this.log.index.columns;
    const effect = this.graph.envelopes[story.envelope]?.firstEvent ?? -1;
    const isFirstRun = effect < 0 || run[effect] === run[first];
    return isFirstRun ? `c${story.envelope}` : `c${story.envelope}.${run[first]}`;
  }

  /** The story with a key; null when there is none. */
  byKey(key: string): Story | null {
    const from = this.placeOfKey(key);
    if (from < 0) return null;
    // Several envelopes of one text stand behind one another.
    for (let number = from; number < Math.min(this.total, from + MAX_OF_A_TEXT); number++) {
      const story = this.at(number);
      if (this.keyOf(story) === key) return story;
    }
    return null;
  }

  /** The only place where a story with this key can stand; -1 for none. */
  private placeOfKey(key: string): number {
    const [, kind, first, second] = /^([cefs])(\d{1,10})(?:\.(\d{1,10}))?$/.exec(key) ?? [];
    const number = Number(first);
    if (kind === 'e') return this.withRow(number);
    if (kind === 'f') return this.withRecord(number);
    if (kind === 's') return this.total - this.stored.length + number;
    if (kind !== 'c') return -1;
    const envelope = this.graph.envelopes[number];
    if (envelope === undefined || isVanished(envelope)) return -1;
    if (envelope.firstEvent < 0) return this.withRecord(envelope.record);
    if (second === undefined) return this.withRow(envelope.firstEvent);
    return this.withEnvelope(number, Number(second));
  }
}

/** Members story by story, the stories in order of their first member. */
function groupRows(pass: StoryPass): { rows: Int32Array; start: Int32Array; envelope: Int32Array } {
  const members = pass.rows;
  const numbers = new Int32Array(pass.envelopes.length).fill(-1);
  const envelope: number[] = [];
  const own = pass.stories.map((number) => {
    const story = pass.resolve(number);
    if (numbers[story] === -1) numbers[story] = envelope.push(pass.envelopes[story] as number) - 1;
    return numbers[story] as number;
  });
  const { start, list } = groupedBy(Int32Array.from(own.keys()), envelope.length, (i) => own[i] as number);
  return { rows: list.map((i) => members[i] as number), start, envelope: Int32Array.from(envelope) };
}

/** Envelopes that one text can give. */
const MAX_OF_A_TEXT = 16;
