/** What the host failed to remove: every secret that a log holds, and where it went. */
import {
  addTo,
  countOf,
  createKnownSecrets,
  type FoundBy,
  fastLook,
  finestRule,
  foundBy,
  GatheredSecrets,
  hasTornPieces,
  type KnownSecrets,
  MarkBook,
  masker,
  mayHoldSecrets,
  numberedMark,
  OWN_CANARY,
  pointerAt,
  secretText,
  stretchesWith,
  withoutScheme,
} from '@openwop-inspector/base';
import {
  type Block,
  blank,
  cut,
  dim,
  type Line,
  line,
  name,
  plain,
  strong,
} from '@openwop-inspector/base/document';
import type { CausalGraph } from '../../graph/causal-graph.ts';
import { parentOf } from '../../graph/child-index.ts';
import { addRow, type Bits, hasRow, noRows } from '../filter/bits.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { eachEventBytes } from '../rows/event-bytes.ts';
import { eventHead, eventRows } from '../rows/event-rows.ts';
import { allRows } from '../rows/rows.ts';

interface SecretScanOptions {
  /** Texts of the person's own that must not be in a log. */
  readonly canaries?: readonly string[];
  /** Events of a flow that are reported. */
  readonly flow: number;
  /** Called every now and then with the events that were inspected; true stops. */
  onProgress(events: number): boolean;
}

/** Events between two reports. */
const BATCH = 4_096;
const decoder = new TextDecoder();

/** A value that the host did not remove. */
export type FoundSecret = Awaited<ReturnType<typeof reported>>;

/** What a scan came to. */
export type SecretScan = NonNullable<Awaited<ReturnType<typeof scanSecrets>>>;

/**
 * Every secret of a log, each value once, with the events that hold it in causal order. Two passes over the bytes: the
 * first gathers what names and shapes show, the second finds it wherever it is; where the first finds nothing there
 * is no second. Holds 1,000 values and 200 events of each. Null when stopped. O(bytes). Rejects with a `SourceError`.
 */
export async function scanSecrets(given: LoadedLog, options: SecretScanOptions) {
  const log = standing(given);
  await log.joinStreams();
  const scan = new Scan(log, knownOf(options.canaries ?? []), options);
  if (!(await scan.gatherAll()) || !(await scan.noteAll())) return null;
  const { found, beyond } = scan.register;
  const order = found
    .filter(({ events, isOutside }) => events > 0 || isOutside)
    .sort((a, b) => a.firstAt - b.firstAt || Number(b.isOutside) - Number(a.isOutside));
  const secrets: FoundSecret[] = [];
  for (const [at, one] of order.entries()) secrets.push(await reported(log, one, at + 1, options.flow));
  return {
    /** By the first event that holds each. */
    secrets,
    /** Places of further values, over the limit of what is reported one by one. */
    beyond,
    /** Events that were inspected. */
    events: log.order.length,
    /** False for a log that names no causes: flows are then in the order of the list. */
    hasCauses: (log.graph?.withCause ?? 0) > 0,
  };
}

function knownOf(canaries: readonly string[]): KnownSecrets | null {
  if (canaries.length === 0) return null;
  const known = createKnownSecrets();
  for (const one of canaries) known.add(one, OWN_CANARY);
  return known;
}

class Scan {
  readonly register = new SecretRegister();
  private readonly log: LoadedLog;
  private readonly options: SecretScanOptions;
  private readonly secrets: GatheredSecrets;
  private readonly own: KnownSecrets | null;
  /** Rows in which names or shapes may tell something. */
  private readonly suspects: Bits;

  constructor(log: LoadedLog, own: KnownSecrets | null, options: SecretScanOptions) {
    this.log = log;
    this.own = own;
    this.options = options;
    this.secrets = new GatheredSecrets(own);
    this.suspects = noRows(log.index.columns.length);
  }

  /** The first pass. False when stopped. */
  async gatherAll(): Promise<boolean> {
    for await (const text of textsOutsideEvents(this.log)) this.gather(text);
    const look = fastLook();
    return this.each((row, bytes) => {
      const isSuspect = hasTornPieces() ? mayHoldSecrets(decoder.decode(bytes)) : look.areSuspect(bytes);
      if (!isSuspect && this.own === null) return;
      const text = decoder.decode(bytes);
      if (!isSuspect && !this.secrets.holdsOwn(text)) return;
      addRow(this.suspects, row);
      this.gather(text);
    });
  }

  /** The second pass, where there is something to find. False when stopped. */
  async noteAll(): Promise<boolean> {
    if (this.register.found.length === 0) return true;
    for await (const text of textsOutsideEvents(this.log)) this.register.noteOutside(this.sightingsIn(text));
    // What no name and no shape shows can only be what was gathered.
    const isRequested = (row: number): boolean => this.secrets.hasGathered || hasRow(this.suspects, row);
    return this.each((row, bytes) => {
      const text = decoder.decode(bytes);
      if (!hasRow(this.suspects, row) && !this.secrets.holdsGathered(text)) return;
      const sightings = this.sightingsIn(text);
      if (sightings.length > 0) this.register.noteIn(this.log, row, text, sightings);
    }, isRequested);
  }

  private readonly onToken = (token: string): void => this.register.addLive(token);

  private gather(text: string): void {
    this.secrets.gather(
      text,
      (secret, rule) => this.register.numberOf(secret, this.ruleOf(secret, rule)),
      this.onToken,
    );
  }

  private sightingsIn(text: string): readonly Sighting[] {
    const form = (secret: string, rule: string): string =>
      String(this.register.numberOf(secret, this.ruleOf(secret, rule)));
    return stretchesWith(text, null, this.secrets.find, this.onToken, form).map(({ start, mark }) => ({
      number: Number(mark.replaceAll('"', '')),
      start,
    }));
  }

  /** A canary is one whatever its name says besides. */
  private ruleOf(secret: string, rule: string): string {
    return this.own !== null && this.own.spansIn(secret).length > 0 ? OWN_CANARY : finestRule(secret, rule);
  }

  private async each(
    take: (row: number, bytes: Uint8Array) => void,
    isRequested: (row: number) => boolean = () => true,
  ): Promise<boolean> {
    let looked = 0;
    let isStopped = false;
    const counted = (row: number, bytes: Uint8Array): void => {
      take(row, bytes);
      if (++looked % BATCH === 0) isStopped = this.options.onProgress(looked);
    };
    const isCancelled = (): boolean => isStopped || this.options.onProgress(looked);
    const rows = allRows(this.log).filter(isRequested);
    const isWhole = await eachEventBytes(this.log, rows, counted, isCancelled);
    return isWhole && !isStopped;
  }
}

/** What is next to the events: members of documents around them, and envelopes. */
async function* textsOutsideEvents(log: LoadedLog): AsyncGenerator<string> {
  for (const { header } of log.results) if (header.size > 0) yield JSON.stringify(Object.fromEntries(header));
  for (const { source, offset, length } of log.index.envelopes)
    yield decoder.decode(await log.readAt(source, offset, length));
}

async function reported(
  log: LoadedLog,
  { rule, by, events, isOutside, pointer, holders }: Registered,
  number: number,
  limit: number,
) {
  const flow = secretFlow(log, holders, limit);
  const ordinals = flow.map(({ row }) => row);
  const rows = new Map((await eventRows(log, ordinals)).map((row) => [row.ordinal, row]));
  return {
    /** The same for the same value: `…[masked:github #1]`. */
    mark: masker.text(numberedMark(rule, number)),
    /** Id of the rule of the table, and what it finds in words. */
    rule,
    kind: secretText(rule),
    by,
    /** Events that hold it. */
    events,
    /** It is next to the events as well: in the document around them, or in an envelope there. */
    isOutside,
    /** Where it is in the first event (RFC 6901); null when it is in none, or in one too large to say. */
    pointer: pointer === null ? null : masker.text(pointer),
    /** The first event, and others that hold it, in causal order; not all of many. */
    flow: flow.flatMap(({ row, from }) => {
      const displayed = rows.get(row);
      return displayed === undefined ? [] : [{ row: displayed, from }];
    }),
  };
}

/** An event that holds a secret, and the place in the list of the nearest cause that does. */
interface FlowStep {
  readonly row: number;
  readonly from: number | null;
}

/** Causes that are inspected above one event. */
const MAX_ABOVE = 1_000;

/** Events that hold a secret, causes first, else in order; at most `limit`. O(events × causes, up to 1,000 each). */
function secretFlow(log: LoadedLog, rows: readonly number[], limit: number): readonly FlowStep[] {
  const { graph, order } = log;
  const inOrder = [...rows].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const holders = new Set(inOrder);
  const effects = new Map<number, number[]>();
  const enters: number[] = [];
  for (const row of inOrder) {
    const cause = graph === null ? -1 : nearestHolder(graph, row, holders);
    if (cause < 0) enters.push(row);
    else addTo(effects, cause, row);
  }
  const steps: FlowStep[] = [];
  const reported = new Set<number>();
  const tell = (start: number): void => {
    const open: FlowStep[] = [{ row: start, from: null }];
    for (let next = open.pop(); next !== undefined && steps.length < limit; next = open.pop()) {
      if (reported.has(next.row)) continue;
      reported.add(next.row);
      const from = steps.push(next) - 1;
      for (const row of (effects.get(next.row) ?? []).toReversed()) open.push({ row, from });
    }
  };
  for (const row of enters) tell(row);
  // Events whose causes run in a circle.
  for (const row of inOrder) if (!reported.has(row)) tell(row);
  return steps;
}

/** The nearest of the causes above a row that holds it, too; -1 for none. */
function nearestHolder(graph: CausalGraph, row: number, holders: ReadonlySet<number>): number {
  let node = parentOf(graph, row);
  for (let steps = 0; node >= 0 && node !== row && steps < MAX_ABOVE; steps++) {
    if (holders.has(node)) return node;
    node = parentOf(graph, node);
  }
  return -1;
}

/** Values that are reported one by one. */
const MAX_SECRETS = 1_000;
/** Events of one that are stored. */
const MAX_HOLDERS = 200;
/** Text of an event in which a place is searched for, and times that it is for one value. */
const MAX_PLACED = 256 * 1024;
const MAX_PLACINGS = 8;

/** What is known of one value. The value itself is not stored here. */
interface Registered {
  readonly rule: string;
  readonly by: FoundBy;
  events: number;
  isOutside: boolean;
  /** Place in the order of its first event so far, and where it is there. */
  firstAt: number;
  pointer: string | null;
  placings: number;
  /** Ordinals of events that hold it, the first of the order always among them. */
  readonly holders: number[];
  lastRow: number;
}

/** Where a value was found: the number it is known by, and its place in the text. */
interface Sighting {
  readonly number: number;
  readonly start: number;
}

/** The values that were found, each once. Stores a limited number of them, and of events of each. */
class SecretRegister {
  readonly found: Registered[] = [];
  /** Places of values that are not reported one by one. */
  beyond = 0;
  /** Tokens that stood under the names of live ones. */
  private readonly live = new Set<string>();
  private readonly book = new MarkBook();
  private readonly numbers = new Map<string, number>();

  addLive(token: string): void {
    if (this.live.size < MAX_SECRETS) this.live.add(token);
  }

  /** The number of a value; -1 for one over the limit. */
  numberOf(secret: string, rule: string): number {
    const key = this.book.markOf(withoutScheme(secret).rest, rule);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    if (this.found.length >= MAX_SECRETS) return -1;
    const isLive = [...this.live].some((token) => secret.includes(token));
    const fresh = { events: 0, isOutside: false, firstAt: Number.POSITIVE_INFINITY, pointer: null };
    const more = { placings: 0, holders: [], lastRow: -1 };
    const number = this.found.push({ rule, by: foundBy(secret, rule, isLive), ...fresh, ...more }) - 1;
    this.numbers.set(key, number);
    return number;
  }

  /** Notes what was found in an event. */
  noteIn({ order }: LoadedLog, row: number, text: string, sightings: readonly Sighting[]): void {
    const at = order.indexOf(row);
    for (const { number, start } of sightings) {
      const one = this.found[number];
      if (one === undefined) {
        this.beyond++;
        continue;
      }
      if (one.lastRow === row) continue;
      one.lastRow = row;
      one.events++;
      if (at < one.firstAt) {
        one.firstAt = at;
        const isPlaced = text.length <= MAX_PLACED && one.placings++ < MAX_PLACINGS;
        one.pointer = isPlaced ? pointerAt(text, start) : null;
        if (one.holders.length >= MAX_HOLDERS) one.holders.pop();
      }
      if (one.holders.length < MAX_HOLDERS) one.holders.push(row);
    }
  }

  /** Notes what was found next to the events. */
  noteOutside(sightings: readonly Sighting[]): void {
    for (const { number } of sightings) {
      const one = this.found[number];
      if (one === undefined) this.beyond++;
      else one.isOutside = true;
    }
  }
}

/* Secrets that hosts failed to remove in words: each by its mark, then the events that contain it, causes first. */

const BY: Readonly<Record<FoundSecret['by'], string>> = {
  shape: 'by its shape',
  name: 'by its name',
  entropy: 'by its name and its random characters',
  token: 'a live token',
  canary: 'your canary',
};

/** Depth of a step beyond which it is not moved further to the right. */
const MAX_INDENT = 8;

/** The report: each secret, then the events that hold it, causes first. */
export function secretsDocument(scan: SecretScan): readonly Block[] {
  const { secrets, beyond, hasCauses } = scan;
  const withRun = new Set(secrets.flatMap(({ flow }) => flow.map(({ row }) => row.runId))).size > 1;
  const lines = [
    ...secrets.flatMap((secret) => [...secretLines(secret, withRun), blank]),
    ...(beyond > 0 ? [line(`${countOf(beyond, 'place')} of further secrets, not listed one by one`)] : []),
    ...(secrets.length > 0 && !hasCauses
      ? [line(dim('The log names no causes: events are in its order.'))]
      : []),
    closing(scan),
  ];
  return lines.map((one) => cut(...one));
}

function secretLines(secret: FoundSecret, withRun: boolean): readonly Line[] {
  const { mark, kind, by, events, isOutside, pointer, flow } = secret;
  const where = [
    events > 0 ? `in ${countOf(events, 'event')}` : '',
    isOutside ? 'outside the events' : '',
  ].filter((one) => one !== '');
  const at = pointer === null || pointer === '' ? [] : [dim('  at '), name(pointer)];
  const head = line(strong(mark), `  ${kind}, ${BY[by]}, ${where.join(' and ')}`);
  const depths: number[] = [];
  const steps = flow.map((step, i) => {
    const depth = step.from === null ? 0 : (depths[step.from] ?? 0) + 1;
    depths.push(depth);
    const way = step.from === null ? 'enters  ' : '→ ';
    const indent = ' '.repeat(2 + 2 * Math.min(depth, MAX_INDENT));
    return [plain(indent), dim(way), ...eventHead(step.row, { withRun }), ...(i === 0 ? at : [])];
  });
  const left = events - flow.length;
  return [head, ...steps, ...(left > 0 ? [line(dim(`  and ${countOf(left, 'event')} more`))] : [])];
}

function closing({ secrets, events }: SecretScan): Line {
  const found = secrets.length === 0 ? 'No secret' : countOf(secrets.length, 'secret');
  return line(dim(`${found} in ${countOf(events, 'event')}`));
}
