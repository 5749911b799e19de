/**
 * The address of the current view: the part of the window's URL after `#`, a query string. An event is named by
 * eventId, and also by runId and sequence, so that a link still finds it in another export of the same run.
 */

const VIEWS = ['events', 'causes', 'nodes', 'envelopes', 'problems', 'audit'] as const;
export type ViewName = (typeof VIEWS)[number];
/** A screen over the whole width, in place of the run; `hosts` is over the start screen. */
export type BenchName = 'acceptor' | 'hosts' | 'compare' | 'portability';
const TABS = [
  'live',
  'message',
  'problem',
  'finding',
  'envelope',
  'rendered',
  'payload',
  'causes',
  'raw',
  'notes',
] as const;
/** `live` is of a live session alone: open interrupts, limits, connection. `message` is of a log with messages. */
export type DetailTab = (typeof TABS)[number];

/** A time range, epoch ms. */
export interface TimeBrush {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A selected event in an address; any field may be missing. */
export interface EventAddress {
  readonly eventId: string | null;
  readonly runId: string | null;
  readonly sequence: number | null;
}

export interface ViewLink {
  /** Same-origin path of the file as served by the shell; null for a paste or a drop. */
  readonly file: string | null;
  readonly name: string | null;
  /** Entry of the shell's recent list, for when `file` is no longer served. */
  readonly recent: string | null;
  readonly view: ViewName | null;
  readonly bench: BenchName | null;
  readonly tab: DetailTab | null;
  readonly filter: string;
  /** Level of detail of the listed events; null for all. */
  readonly level: 'steps' | 'failures' | null;
  readonly brush: TimeBrush | null;
  /** The run that the views are limited to, by its displayed id. */
  readonly run: string | null;
  readonly event: EventAddress | null;
  /** The event whose path of untrusted content is rendered. */
  readonly taint: EventAddress | null;
}

/** Maximum length of a part of an address; longer ones are ignored. */
const LONGEST = 4096;

/** An event in an address: by its id, unless that was derived. */
export function addressOf(row: {
  readonly eventId: string;
  readonly eventIdDerived: boolean;
  readonly runId: string;
  readonly sequence: number | null;
}): EventAddress {
  return { eventId: row.eventIdDerived ? null : row.eventId, runId: row.runId, sequence: row.sequence };
}

/** True where two addresses have the same event of one file. */
export function isSameEvent(a: EventAddress, b: EventAddress): boolean {
  return a.eventId === b.eventId && a.runId === b.runId && a.sequence === b.sequence;
}

/** Parses the part after `#`, with or without it. Invalid fields are omitted. */
export function readViewLink(hash: string): ViewLink {
  const fields = new URLSearchParams(hash.startsWith('#') ? hash.slice(1) : hash);
  const text = (name: string): string | null => {
    const value = fields.get(name);
    return value === null || value === '' || value.length > LONGEST ? null : value;
  };
  const eventAt = (id: string, run: string, place: string): EventAddress | null => {
    const written = text(place);
    const sequence = written !== null && /^\d{1,15}$/.test(written) ? Number(written) : null;
    const eventId = text(id);
    return eventId === null && sequence === null ? null : { eventId, runId: text(run), sequence };
  };
  const [file, recent] = [text('file'), text('recent')];
  return {
    // A path of this origin: an address must not be able to name another host.
    file: file !== null && /^\/?file\/[\w.~-]+$/.test(file) ? file : null,
    name: text('name'),
    recent: recent !== null && /^[\w-]{12}$/.test(recent) ? recent : null,
    view: VIEWS.find((view) => view === fields.get('view')) ?? null,
    bench: readBench(fields.get('bench'), file !== null),
    tab: TABS.find((tab) => tab === fields.get('tab')) ?? null,
    filter: text('q') ?? '',
    level: (['steps', 'failures'] as const).find((level) => level === fields.get('show')) ?? null,
    brush: readBrush(fields.get('from'), fields.get('to')),
    run: text('in'),
    event: eventAt('event', 'run', 'seq'),
    taint: eventAt('taint', 'taintrun', 'taintseq'),
  };
}

function readBrush(from: string | null, to: string | null): ViewLink['brush'] {
  const [fromMs, toMs] = [from, to].map((text) => (/^-?\d{1,15}$/.test(text ?? '') ? Number(text) : null));
  return fromMs == null || toMs == null || fromMs > toMs ? null : { fromMs, toMs };
}

/** The connection screen belongs to no file. */
function readBench(name: string | null, hasFile: boolean): ViewLink['bench'] {
  if (name === 'acceptor') return name;
  if (name === 'compare' || name === 'portability') return hasFile ? name : null;
  return name === 'hosts' && !hasFile ? name : null;
}

/** Serializes an address, without the `#`; empty when all fields are defaults. */
export function writeViewLink(link: ViewLink): string {
  const fields = new URLSearchParams();
  const put = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') fields.set(name, String(value));
  };
  put('file', link.file);
  put('name', link.name);
  put('recent', link.recent);
  put('view', link.view === 'events' ? null : link.view);
  put('bench', link.bench);
  put('tab', link.tab === 'causes' ? null : link.tab);
  put('q', link.filter);
  put('show', link.level);
  put('from', link.brush?.fromMs ?? null);
  put('to', link.brush?.toMs ?? null);
  put('in', link.run);
  put('event', link.event?.eventId ?? null);
  put('run', link.event?.runId ?? null);
  put('seq', link.event?.sequence ?? null);
  put('taint', link.taint?.eventId ?? null);
  put('taintrun', link.taint?.runId ?? null);
  put('taintseq', link.taint?.sequence ?? null);
  return fields.toString();
}
