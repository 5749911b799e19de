/** The envelope for the playground: raw where the log has it, else composed from known facts. */
import {
  bracedObjects,
  fencedBlocks,
  isRecord,
  type JsonPiece,
  member,
  ownString,
  parsedJson,
} from '@openwop-inspector/base';
import { parseTree } from 'jsonc-parser';
import type { HostDeclaration, Trust } from '../accept-context.ts';
import { layOutJson } from '../json/json-layout.ts';
import type { LogEvidence, WrittenText } from './evidence.ts';
import type { HostRecorded } from './host-recorded.ts';

/** A member of an envelope that a log may not hold. */
export type MissingMember = 'type' | 'schemaVersion' | 'payload' | 'meta';

/** An envelope of a log. */
export interface EnvelopeFromLog {
  /** JSON for an editor, digits as written; for `model-text` what the model wrote, of which nothing could be read. */
  readonly text: string;
  readonly form: 'json' | 'model-text';
  /**
   * `recorded`: it is in the log, in an event or in the text of the model. `rebuilt`: composed; the payload is that of
   * the log or, in a skeleton, an empty object.
   */
  readonly standing: 'recorded' | 'rebuilt';
  /** True when the payload is unknown and replaced by `{}`, so that no verdict about it means anything. */
  readonly isSkeleton: boolean;
  /** Members that are put in because the log does not hold what was written; empty for `recorded`. */
  readonly missing: readonly MissingMember[];
  /** One sentence on where it is from and what to mind, without a full stop. */
  readonly note: string;
  /** `sequence` of the events it was taken from. */
  readonly from: readonly number[];
  /** Number of secrets that the log view masked in it: with one, a verdict may differ. */
  readonly masked: number;
  /** `meta.contentTrust`, when the envelope has it. */
  readonly tag: Trust | null;
  readonly type: string | null;
}

/** What hosts keep of no envelope. */
const NEVER_STORED: readonly MissingMember[] = ['schemaVersion', 'meta'];

/** Known facts about the envelope except its text. */
interface KnownFacts {
  readonly evidence: LogEvidence;
  readonly hostRecorded: HostRecorded | null;
  readonly host: HostDeclaration;
  /** RFC 3339. */
  readonly now: string | null;
}

/** The likeliest envelope; null when the event has nothing to do with one. */
export function envelopeFromEvidence(facts: KnownFacts): EnvelopeFromLog | null {
  const { correlationId, subject, written } = facts.evidence;
  for (const one of written) {
    const found = one.role === 'payload' ? withPayload(facts, one) : fromText(facts, one);
    if (found !== null) return found;
  }
  const text = written.find(({ role }) => role === 'model-text');
  if (text !== undefined) {
    const source = 'What the model wrote; no envelope can be read from it';
    return recorded(text, source, { text: text.text, form: 'model-text', tag: null, type: null });
  }
  // The evidence may name an envelope even though nothing of its verdict was recorded.
  const isNamed = correlationId !== null || subject?.type.startsWith('envelope.') === true;
  return facts.hostRecorded === null && !isNamed ? null : skeleton(facts);
}

function fromText({ evidence, hostRecorded }: KnownFacts, written: WrittenText): EnvelopeFromLog | null {
  const wanted: Wanted = {
    correlationId: evidence.correlationId,
    envelopeId: hostRecorded?.envelopeId ?? null,
    type: hostRecorded?.envelopeType ?? null,
  };
  const found = envelopeInText(written.text, wanted);
  if (found === null) return null;
  const { value } = found;
  const isModel = written.role === 'model-text';
  const tag = member(member(value, 'meta'), 'contentTrust');
  const named = ownString(value, 'correlationId');
  const place = found.of > 1 ? `, envelope ${found.number} of ${found.of}` : '';
  const doubt =
    wanted.correlationId !== null && named !== wanted.correlationId
      ? '; its correlationId is not the one of the events, so it may be another'
      : '';
  const source = isModel ? `Taken out of what the model wrote${place}` : 'As recorded in the log';
  return recorded(written, `${source}${doubt}`, {
    text: lined(found.text),
    form: 'json',
    tag: tag === 'trusted' || tag === 'untrusted' ? tag : null,
    type: ownString(value, 'type'),
  });
}

function recorded(
  { complete, masked, sequences }: WrittenText,
  source: string,
  { text, form, tag, type }: Pick<EnvelopeFromLog, 'text' | 'form' | 'tag' | 'type'>,
): EnvelopeFromLog {
  const cut = complete ? '' : '; the log does not hold all of the text';
  const note = `${source}${cut}${maskNote(masked)}`;
  const members = { text, form, standing: 'recorded', isSkeleton: false, missing: [], note } as const;
  return { ...members, from: sequences, masked, tag, type };
}

function maskNote(masked: number): string {
  if (masked === 0) return '';
  return `; ${masked} ${masked === 1 ? 'secret is' : 'secrets are'} masked`;
}

/** An envelope around a payload stored by the host: after redaction, without the other members of the envelope. */
function withPayload(facts: KnownFacts, written: WrittenText): EnvelopeFromLog | null {
  if (!written.complete) return null;
  const type = written.envelopeType;
  return composed(facts, type, written.text, {
    isSkeleton: false,
    missing: type === null ? ['type', ...NEVER_STORED] : NEVER_STORED,
    note: `Rebuilt around the payload that the host recorded, which is after redaction${maskNote(written.masked)}`,
    from: written.sequences,
    masked: written.masked,
  });
}

function skeleton(facts: KnownFacts): EnvelopeFromLog | null {
  const type = facts.hostRecorded?.envelopeType ?? null;
  return composed(facts, type, '{}', {
    isSkeleton: true,
    missing: type === null ? ['type', 'payload', ...NEVER_STORED] : ['payload', ...NEVER_STORED],
    note: `A skeleton of what the log records; the payload${type === null ? ' and the kind are' : ' is'} not in it`,
    from: facts.evidence.recorded.flatMap((event) => event.sequence ?? []),
    masked: 0,
  });
}

/**
 * An envelope put together around its raw payload; null when that is not JSON. The text is composed rather than printed
 * from values, so that numbers keep their digits.
 */
function composed(
  { evidence, hostRecorded, host, now }: KnownFacts,
  type: string | null,
  payload: string,
  rest: Pick<EnvelopeFromLog, 'isSkeleton' | 'missing' | 'note' | 'from' | 'masked'>,
): EnvelopeFromLog | null {
  const versions = host.schemaVersions;
  const version = type !== null && versions && Object.hasOwn(versions, type) ? versions[type] : undefined;
  // The one tag that the events of the envelope carry.
  const tag = evidence.recorded.find((event) => event.contentTrust !== null)?.contentTrust ?? null;
  const members = {
    type,
    schemaVersion: version,
    envelopeId: hostRecorded?.envelopeId,
    correlationId: evidence.correlationId,
    nodeId: evidence.nodeId,
  };
  const meta = {
    source: 'ai-generation',
    ts: now ?? '1970-01-01T00:00:00Z',
    ...(tag === null ? {} : { contentTrust: tag }),
  };
  const known = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  const parts = known.map(([key, value]) => `"${key}":${JSON.stringify(value)}`);
  const text = `{${[...parts, `"payload":${payload}`, `"meta":${JSON.stringify(meta)}`].join(',')}}`;
  if (parsedJson(text) === undefined) return null;
  return { text: lined(text), form: 'json', standing: 'rebuilt', tag, type, ...rest };
}

/** Text on one line is set on several; what has lines stays as it is. Only white space changes. */
function lined(text: string): string {
  return text.includes('\n') ? text : layOutJson(text);
}

// The raw JSON of one envelope inside the text of a model (envelope 10).

/** A piece of text that parses to a JSON object. */
interface Piece {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** An envelope of a text, and how many there are. */
interface FoundEnvelope extends Piece {
  /** Place among the envelopes of the text, from 1. */
  readonly number: number;
  readonly of: number;
}

/** Criteria that distinguish the wanted envelope in a text; the first one that some envelope fits decides. */
type Wanted = Readonly<Record<'correlationId' | 'envelopeId' | 'type', string | null>>;

/** Maximum length of a scanned text, and number of envelopes taken from it. */
const MAX_TEXT = 1024 * 1024;
const MAX_PIECES = 256;

/** Finds the envelope; null when no object can be read. The text alone decides where one begins and ends. */
function envelopeInText(text: string, wanted: Wanted): FoundEnvelope | null {
  if (text.length > MAX_TEXT) return null;
  const pieces = piecesOf(text);
  const keys = (['correlationId', 'envelopeId', 'type'] as const).filter((key) => wanted[key] !== null);
  const at = keys
    .map((key) => pieces.findIndex(({ value }) => ownString(value, key) === wanted[key]))
    .find((index) => index >= 0);
  const piece = pieces[at ?? 0];
  return piece === undefined ? null : { ...piece, number: (at ?? 0) + 1, of: pieces.length };
}

/** In the order of the acceptor's own search: the whole text, else fenced blocks, else balanced braces. */
function piecesOf(text: string): readonly Piece[] {
  const whole = objectsIn(text.replace(/^\ufeff/, '').trim());
  if (whole.length > 0) return whole;
  const fenced = allObjectsIn(fencedBlocks(text));
  return fenced.length > 0 ? fenced : allObjectsIn(bracedObjects(text));
}

function allObjectsIn(found: Iterable<JsonPiece>): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const { json } of found) {
    if (pieces.length >= MAX_PIECES) break;
    pieces.push(...objectsIn(json));
  }
  return pieces;
}

/** The objects of a JSON text: itself, or the items of an array. */
function objectsIn(text: string): readonly Piece[] {
  const value = parsedJson(text);
  if (isRecord(value)) return [{ text, value }];
  if (!Array.isArray(value)) return [];
  const items = parseTree(text)?.children ?? [];
  return value.slice(0, MAX_PIECES).flatMap((item: unknown, i) => {
    const node = items[i];
    if (!isRecord(item) || node === undefined) return [];
    return [{ text: text.slice(node.offset, node.offset + node.length), value: item }];
  });
}
