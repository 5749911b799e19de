import type { RunEventDoc } from '@openwop-inspector/testing/samples';
import type { RunHead } from './long-run.ts';
import { Prng } from './prng.ts';
import words from './word-stock.json' with { type: 'json' };

/** What a log is wrapped in. Each part is text to be appended to the file; no part needs the whole log. */
interface LogFormat {
  /** Text before the first event. */
  head(head: RunHead): string;
  /** Text of one event, with what separates it from the one before. `index` counts from 0. */
  event(event: RunEventDoc, index: number): string;
  /** Text after the last event. */
  tail(head: RunHead, last: LogEnd): string;
}

/** What is known once the last event is written. */
interface LogEnd {
  readonly events: number;
  readonly lastSequence: number;
}

/** One event a line. */
const lines: LogFormat = { head: () => '', event: (event) => `${JSON.stringify(event)}\n`, tail: () => '' };

/** Events between two keep-alive comments; a host sends them by time, a quiet stretch is that long. */
const KEEP_ALIVE_EVERY = 500;

/** A captured event stream (bundles-and-transport.md section 6.2) with keep-alive comments. */
const stream: LogFormat = {
  head: () => ': open\n\n',
  event: (event, index) => {
    const comment = index > 0 && index % KEEP_ALIVE_EVERY === 0 ? ': heartbeat\n\n' : '';
    return `${comment}id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  },
  tail: () => '',
};

/**
 * A document with the events as its member `events`: members before it, of the head, and behind it, of the end. One
 * line, as a host sends it.
 */
const documentOf = (
  before: (head: RunHead) => object,
  behind: (head: RunHead, last: LogEnd) => object,
  written: (event: RunEventDoc) => object = (event) => event,
): LogFormat => ({
  head: (head) => `${JSON.stringify(before(head)).slice(0, -1)},"events":[`,
  event: (event, index) => (index === 0 ? '' : ',') + JSON.stringify(written(event)),
  tail: (head, last) => `],${JSON.stringify(behind(head, last)).slice(1)}\n`,
});

/** A run event under the bundle's own field names: `payload` is called `data`, an absent node is null. */
const asBundleEvent = ({ payload, nodeId, ...frame }: RunEventDoc): object => ({
  ...frame,
  nodeId: nodeId ?? null,
  data: payload,
});

/** The shapes the generator writes, by the names the command line takes. */
export const FORMAT_NAMES = ['ndjson', 'bundle', 'app-bundle', 'poll', 'sse', 'event-log'] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

/** How each is written. */
export const FORMATS: Readonly<Record<FormatName, LogFormat>> = {
  ndjson: lines,
  /**
   * Debug bundle as the spec has it (bundles-and-transport.md section 2.1). The run's end is not known when the head is
   * written, so `endedAt` is left out.
   */
  bundle: documentOf(
    ({ runId, workflowId, status, startedAt }) => ({
      bundleVersion: '1',
      generatedAt: startedAt,
      host: { name: 'acme-host', version: '1.1.7', vendor: 'acme' },
      run: { runId, workflowId, status, startedAt, inputs: {}, variables: {} },
    }),
    (_head, { events }) => ({
      spans: [],
      metrics: { eventCount: events },
      redactionApplied: true,
      redactionMode: 'mask',
    }),
    asBundleEvent,
  ),
  /** Bundle of the app host (section 2.3): no version, no host, RunEventDoc as is. */
  'app-bundle': documentOf(
    ({ runId, workflowId, status }) => ({ runId, workflowId, status }),
    (_head, { events }) => ({ truncated: false, metrics: { eventCount: events } }),
  ),
  /** Answer of a poll (section 7). */
  poll: documentOf(
    ({ runId }) => ({ runId }),
    ({ status }, { lastSequence }) => ({ lastEventSeq: lastSequence, runStatus: status, isTerminal: true }),
  ),
  sse: stream,
  /** A plain JSON array of events, one a line. */
  'event-log': {
    head: () => '[\n',
    event: (event, index) => (index === 0 ? '' : ',\n') + JSON.stringify(event),
    tail: () => '\n]\n',
  },
};

/** The name it goes by on the command line, next to those of the plain formats. */
export const ADVERSE = 'adverse';

/** Events that are buffered, so that those of neighbouring runs come in turns and out of their order. */
const MAX_BUFFERED = 600;
/** Shares of events that are spelled in one way or the other. */
const SHARE = { large: 0.1, broken: 0.01, escaped: 0.15, spaced: 0.3, shuffled: 0.6 } as const;
/** Bytes of a large text; most are near the lower end. */
const LARGE = { least: 8 * 1024, most: 300 * 1024, bend: 12 };
const BLANKS = [' ', '\t', '  ', ' \t ', '\r'];

/**
 * One event a line, in the ways that reading must not count on: runs in turns, sequences in disorder, keys in any order,
 * white space, escapes where none are needed, one text in ten of 8 to 300 KB, one line in a hundred broken.
 */
export class AdverseFormat implements LogFormat {
  private readonly prng: Prng;
  private readonly buffered: string[] = [];
  private readonly filler: string;

  constructor(seed: number) {
    this.prng = new Prng(seed);
    this.filler = Array.from({ length: 40_000 }, () => this.prng.pick(words.adverse)).join(' ');
  }

  head(): string {
    return '';
  }

  event(event: RunEventDoc): string {
    this.buffered.push(this.spelled(event));
    return this.buffered.length <= MAX_BUFFERED ? '' : this.takeOne();
  }

  tail(): string {
    let rest = '';
    while (this.buffered.length > 0) rest += this.takeOne();
    return rest;
  }

  private takeOne(): string {
    const at = this.prng.skewed(0, this.buffered.length - 1);
    const [line = ''] = this.buffered.splice(at, 1);
    return `${line}\n`;
  }

  private spelled(event: RunEventDoc): string {
    const members = Object.entries(event);
    const wide = this.prng.chance(SHARE.large) ? members.map((member) => this.enlarged(member)) : members;
    const isShuffled = this.prng.chance(SHARE.shuffled);
    const placed = wide.map((one, at) => ({ one, place: isShuffled ? this.prng.bits() : at }));
    const ordered = placed.sort((a, b) => a.place - b.place).map(({ one }) => one);
    const isSpaced = this.prng.chance(SHARE.spaced);
    const blank = (): string => (isSpaced && this.prng.chance(0.4) ? this.prng.pick(BLANKS) : '');
    const isEscaped = this.prng.chance(SHARE.escaped);
    const texts = ordered.map(([key, value]) => {
      const name = isEscaped && this.prng.chance(0.1) ? escaped(key) : JSON.stringify(key);
      const written = isEscaped && typeof value === 'string' ? escaped(value) : JSON.stringify(value);
      return `${blank()}${name}${blank()}:${blank()}${written}${blank()}`;
    });
    const line = `{${texts.join(',')}}`;
    return this.prng.chance(SHARE.broken) ? this.broken(line) : line;
  }

  private enlarged([key, value]: [string, unknown]): [string, unknown] {
    if (key !== 'payload' || typeof value !== 'object') return [key, value];
    const length = this.prng.skewed(LARGE.least, LARGE.most, LARGE.bend);
    return [key, { ...value, attachment: this.filler.slice(0, length) }];
  }

  /** Cut off, a comma too few, or a bracket too many. */
  private broken(line: string): string {
    const kind = this.prng.between(0, 2);
    if (kind === 0) return line.slice(0, this.prng.between(1, line.length - 1));
    return kind === 1 ? line.replace('",', '" ') : `${line.slice(0, -1)}]`;
  }
}

/** A text with one character of it as an escape. */
function escaped(text: string): string {
  const at = text.length >> 1;
  if (text.charAt(at) < ' ') return JSON.stringify(text);
  const code = text.charCodeAt(at).toString(16).padStart(4, '0');
  const before = JSON.stringify(text.slice(0, at)).slice(0, -1);
  return `${before}\\u${code}${JSON.stringify(text.slice(at + 1)).slice(1)}`;
}
