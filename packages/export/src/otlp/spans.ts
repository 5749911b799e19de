/** Runs, nodes and what continues inside them as spans of OpenTelemetry; the lanes of the nodes view say what there is. */
import {
  cutMasked,
  firstThat,
  isRecord,
  type MaskedText,
  masker,
  maskText,
  words,
} from '@openwop-inspector/base';
import { clip, codeText, failureOf } from '@openwop-inspector/events';
import {
  type LaneSpan,
  type NodeLane,
  type NodeLanes,
  nodeLanes,
  type RunLog,
  readEventDocument,
} from '@openwop-inspector/run-log';
import { type ExportForm, type ExportPart, leakEnd, type PartEnd } from '../export-form.ts';

/** A span as OTLP writes it in JSON: ids in hexadecimal, times in nanoseconds as digits, enumerations as numbers. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: MaskedText;
  readonly kind: 1 | 3;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code: 1 | 2; readonly message?: MaskedText };
}

const INTERNAL = 1;
const CLIENT = 3;
const OK = 1;
const FAILED = 2;
/** Events that are read for names, and bars of a lane. */
const LIMITS = { reads: 200_000, bars: 200_000 };
/** Characters of a status message. */
const MESSAGE_LENGTH = 500;

/** A bar that becomes a span. */
interface Bar {
  readonly lane: NodeLane;
  readonly span: LaneSpan;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
}

/**
 * The spans of a log, those of one run behind each other: a trace a run, its nodes below it, model calls, tool calls,
 * attempts and waits below their node. The cause of a span's first event is a link to the span that begins or ends with
 * it, and a run that names the run it was started by has a link to that. Lanes without a time are left out.
 * O(events); holds the lanes.
 */
async function* spansOf(log: RunLog, bars: readonly Bar[]): AsyncGenerator<OtlpSpan> {
  const byEvent = new Map<number, Bar>();
  for (const bar of bars) {
    if (bar.span.endOrdinal !== null && bar.span.endOrdinal >= 0) byEvent.set(bar.span.endOrdinal, bar);
  }
  for (const bar of bars)
    if (bar.span.ordinal >= 0 && !byEvent.has(bar.span.ordinal)) byEvent.set(bar.span.ordinal, bar);
  const runs = new Map(bars.filter(({ lane }) => lane.kind === 'run').map((bar) => [bar.lane.runId, bar]));
  for (const bar of bars) {
    const links = [causeOf(log, bar, byEvent), await parentRunOf(log, bar, runs)];
    yield await spanOf(log, bar, new Set(links.filter((link) => link !== null)));
  }
}

/** `idOf` gives what the ids of a run are made of. */
function barsOf(lanes: NodeLanes['lanes'], idOf: (runId: MaskedText) => string): readonly Bar[] {
  const bars: Bar[] = [];
  /** Of the run, and of the node, whose lanes come behind them. */
  let [run, nodes]: [Bar | null, readonly Bar[]] = [null, []];
  for (const lane of lanes) {
    if (lane.startMs === null || lane.endMs === null) continue;
    const id = idOf(lane.runId);
    const traceId = stableId(`trace ${id}`, 16);
    const above = (ms: number): Bar | null => (lane.kind === 'node' ? run : (around(nodes, ms) ?? run));
    const own = lane.spans.map((span, at): Bar => {
      if (lane.kind === 'run')
        return { lane, span, traceId, spanId: stableId(`run ${id}`, 8), parentSpanId: null };
      const spanId = stableId(`${lane.kind} ${id} ${lane.key} ${at}`, 8);
      return { lane, span, traceId, spanId, parentSpanId: above(span.startMs)?.spanId ?? null };
    });
    if (lane.kind === 'run') [run, nodes] = [own[0] ?? null, []];
    if (lane.kind === 'node') nodes = own;
    bars.push(...own);
  }
  return bars;
}

/** The last of a node's bars that had begun by then; bars stand in the order of their begin. O(log bars). */
function around(nodes: readonly Bar[], ms: number): Bar | null {
  const next = firstThat(nodes.length, (at) => (nodes[at]?.span.startMs ?? 0) > ms);
  return nodes[Math.max(0, next - 1)] ?? null;
}

function causeOf({ graph }: RunLog, { span, spanId }: Bar, byEvent: ReadonlyMap<number, Bar>): Bar | null {
  const cause = graph?.parent[span.ordinal] ?? -1;
  const bar = cause < 0 ? undefined : byEvent.get(cause);
  return bar === undefined || bar.spanId === spanId ? null : bar;
}

/** The run that the first event of a run names as the one that started it (run-events 3.2.1). */
async function parentRunOf(
  log: RunLog,
  { lane, span }: Bar,
  runs: ReadonlyMap<string, Bar>,
): Promise<Bar | null> {
  if (lane.kind !== 'run' || runs.size < 2) return null;
  const payload = await payloadOf(log, span.ordinal);
  const parent = payload?.parentRunId;
  const bar = typeof parent === 'string' ? runs.get(masker.identity(parent)) : undefined;
  return bar === undefined || bar.lane === lane ? null : bar;
}

async function spanOf(log: RunLog, bar: Bar, links: ReadonlySet<Bar>): Promise<OtlpSpan> {
  const { lane, span, traceId, spanId, parentSpanId } = bar;
  const isCall = span.kind === 'modelCall' || span.kind === 'toolCall';
  const usage =
    span.kind === 'modelCall' ? usageAttributes(await payloadOf(log, span.endOrdinal ?? span.ordinal)) : [];
  return {
    traceId,
    spanId,
    ...(parentSpanId === null ? {} : { parentSpanId }),
    name: masker.text(lane.name === '' ? lane.kind : lane.name),
    kind: isCall ? CLIENT : INTERNAL,
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(Math.max(span.startMs, span.endMs)),
    attributes: [...attributesOf(bar), ...usage],
    ...(links.size === 0
      ? {}
      : { links: Array.from(links, (to) => ({ traceId: to.traceId, spanId: to.spanId })) }),
    ...(await statusOf(log, span)),
  };
}

function attributesOf({ lane, span }: Bar): readonly OtlpAttribute[] {
  return [
    idAttribute('openwop.run.id', lane.runId),
    textAttribute('openwop.lane', lane.kind),
    textAttribute('openwop.state', span.state),
    ...(lane.nodeId === null ? [] : [idAttribute('openwop.node.id', lane.nodeId)]),
    ...(lane.typeId === null ? [] : [textAttribute('openwop.node.type', lane.typeId)]),
    ...(span.kind === 'toolCall' ? [textAttribute('gen_ai.tool.name', lane.name)] : []),
    ...(span.untrusted ? [{ key: 'openwop.untrusted', value: { boolValue: true } }] : []),
    // What the log does not hold the end of ends with the last event that is known.
    ...(span.ended ? [] : [{ key: 'openwop.unfinished', value: { boolValue: true } }]),
  ];
}

/** A failure with the host's own words, by the event that ends the span. */
async function statusOf(log: RunLog, span: LaneSpan): Promise<Pick<OtlpSpan, 'status'>> {
  if (span.state === 'completed') return { status: { code: OK } };
  if (span.state !== 'failed') return {};
  const failure = failureOf(span.endOrdinal === null ? null : await payloadOf(log, span.endOrdinal));
  const words = failure.message === null ? codeText(failure) : `${codeText(failure)}: ${failure.message}`;
  return { status: { code: FAILED, message: clip(words, MESSAGE_LENGTH) } };
}

async function payloadOf(log: RunLog, ordinal: number): Promise<Readonly<Record<string, unknown>> | null> {
  if (ordinal < 0) return null;
  const payload = readEventDocument(await log.read(ordinal))?.payload;
  return isRecord(payload) ? payload : null;
}

/** Hosts write microseconds at best. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

/** Ids that one name always gives: spans and traces keep theirs however often a log is exported. */

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** A hexadecimal id of this number of bytes, 4 to 16; never all zeros. No secret: whoever knows the name knows the id. */
export function stableId(name: string, bytes: 8 | 16): string {
  let id = '';
  for (let lane = 0; lane < bytes / 4; lane++) id += hash(name, lane).toString(16).padStart(8, '0');
  return /^0+$/.test(id) ? `${id.slice(1)}1` : id;
}

/** FNV-1a with a start of its own for each lane, mixed once more so that near names give far ids. */
function hash(name: string, lane: number): number {
  let value = Math.imul(OFFSET ^ (lane + 1), PRIME + 2 * lane);
  for (let at = 0; at < name.length; at++) value = Math.imul(value ^ name.charCodeAt(at), PRIME);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** An attribute as OTLP writes it in JSON. */
export interface OtlpAttribute {
  readonly key: string;
  readonly value:
    | { readonly stringValue: MaskedText }
    | { readonly intValue: string }
    | { readonly doubleValue: number }
    | { readonly boolValue: boolean };
}

/** Characters of a text: what takes OTLP refuses requests over a megabyte or so, and ids come from the log. */
const TEXT_LENGTH = 256;

/** Masked and on one line; cut where it is longer than 256 characters. */
function textAttribute(key: string, value: string): OtlpAttribute {
  return { key, value: { stringValue: clip(value, TEXT_LENGTH) } };
}

/** As recorded but for its secrets: what no eye sees distinguishes ids as well. */
function idAttribute(key: string, id: MaskedText): OtlpAttribute {
  return { key, value: { stringValue: cutMasked(id, TEXT_LENGTH) } };
}

const NAMES = [
  ['provider', 'gen_ai.provider.name'],
  ['model', 'gen_ai.request.model'],
] as const;
const COUNTS = [
  ['inputTokens', 'gen_ai.usage.input_tokens'],
  ['outputTokens', 'gen_ai.usage.output_tokens'],
] as const;

/** What a model call cost, by the payload of its `provider.usage` (run-events 3.2.8). */
function usageAttributes(usage: Readonly<Record<string, unknown>> | null): readonly OtlpAttribute[] {
  if (usage === null) return [];
  const attributes: OtlpAttribute[] = [];
  for (const [member, key] of NAMES) {
    const value = usage[member];
    if (typeof value === 'string') attributes.push(textAttribute(key, value));
  }
  for (const [member, key] of COUNTS) {
    const value = usage[member];
    if (typeof value === 'number' && Number.isSafeInteger(value))
      attributes.push({ key, value: { intValue: String(value) } });
  }
  const { costEstimateUsd } = usage;
  if (typeof costEstimateUsd === 'number' && Number.isFinite(costEstimateUsd))
    attributes.push({ key: 'openwop.cost.usd', value: { doubleValue: costEstimateUsd } });
  return attributes;
}

/** Spans and characters of one line: what takes OTLP takes requests of a few megabytes. */
const MAX_SPANS = 500;
const MAX_LENGTH = 512 * 1024;

/**
 * Writes logs as OTLP JSON: an `ExportTraceServiceRequest` a line, which a collector reads from a file. Masked, and each
 * line looked through once more before it is written.
 */
export class OtlpExport implements ExportForm {
  readonly what = 'span';
  private readonly write: (line: MaskedText) => Promise<void>;
  private spans = 0;
  /** Runs by the file that had them first: ids of spans follow from the run alone, and no two may have the same. */
  private readonly fileOfRun = new Map<string, number>();
  private files = 0;

  /** `write` takes the lines in order, each with its end. */
  constructor(write: (line: MaskedText) => Promise<void>) {
    this.write = write;
  }

  /** Adds the runs of a log. Rejects with a `SourceError` when an event cannot be read. */
  async add({ log, file, onProgress }: Omit<ExportPart, 'ordinals' | 'isWhole'>): Promise<PartEnd> {
    this.files++;
    const again = new Set<string>();
    const { lanes, startMs, lost, isNamed } = await nodeLanes(log, null, LIMITS);
    // Spans are stretches of time; a log without any has none.
    const bars = startMs === null ? [] : barsOf(lanes, (runId) => this.idOf(runId, again));
    const remarks = remarksOf({ lost, isNamed, again: again.size });
    let [spans, length]: [OtlpSpan[], number] = [[], 0];
    for await (const span of spansOf(log, bars)) {
      spans.push(span);
      length += JSON.stringify(span).length;
      if (spans.length < MAX_SPANS && length < MAX_LENGTH) continue;
      const leak = await this.writeLine(file, spans);
      if (leak !== null) return leak;
      [spans, length] = [[], 0];
      if (onProgress(this.spans)) return { kind: 'stopped', rows: this.spans, remarks };
    }
    return (await this.writeLine(file, spans)) ?? { kind: 'written', rows: this.spans, remarks };
  }

  finish = async (): Promise<readonly MaskedText[]> => [];

  private idOf(runId: MaskedText, again: Set<string>): string {
    const file = this.fileOfRun.get(runId) ?? this.files;
    this.fileOfRun.set(runId, file);
    if (file === this.files) return runId;
    again.add(runId);
    return `${runId} ${this.files}`;
  }

  /** Writes one request. */
  private async writeLine(file: string, spans: readonly OtlpSpan[]): Promise<PartEnd | null> {
    if (spans.length === 0) return null;
    const attributes = [textAttribute('service.name', 'openwop'), textAttribute('openwop.file', file)];
    const scopeSpans = [{ scope: { name: 'openwop-inspector' }, spans }];
    const request = { resourceSpans: [{ resource: { attributes }, scopeSpans }] };
    const { text, masked } = maskText(`${JSON.stringify(request)}\n`);
    if (masked > 0) return leakEnd(file, spans[0]?.spanId ?? '', 'a span');
    this.spans += spans.length;
    await this.write(text);
    return null;
  }
}

/**
 * `lost` counts stretches of nodes that did more than is stored: they have no span; `isNamed` is false when some calls
 * have no name of a tool or a model, since too many events would have to be read for them.
 */
function remarksOf(not: { readonly lost: number; readonly isNamed: boolean; readonly again: number }) {
  const remarks: MaskedText[] = [];
  if (not.lost > 0)
    remarks.push(words`${not.lost} stretches of nodes are no spans: a node did more than is recorded`);
  if (!not.isNamed)
    remarks.push(words`some calls have no name of a tool or a model: too many events hold them`);
  if (not.again > 0)
    remarks.push(words`${not.again} of its runs are in an earlier file too; they have traces of their own`);
  return remarks;
}
