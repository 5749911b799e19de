import {
  countAt,
  isRecord,
  type JsonObject,
  jsonText,
  masker,
  member,
  pointerTo,
  textAt,
  textsAt,
} from '@openwop-inspector/base';
import { checkDocument, type DiscoveryFamily, familyOf, hasV2Form } from '@openwop-inspector/protocol';
import type { CapabilityFinding } from '../../answers/discovery.ts';
import { familiesOf, hostLine, NEWEST, VERSION } from '../families.ts';
import { finding, kindRules, limitRules, someOf, when } from './kind-rules.ts';

const REQUIRED = ['protocolVersion', 'supportedEnvelopes', 'schemaVersions', 'limits'] as const;

const LIMITS = ['clarificationRounds', 'schemaRounds', 'envelopesPerTurn'] as const;

/** The pattern of the schema for these names goes over a text more than once at each of its letters. */
const MAX_NAME_LENGTH = 256;

/** Places that have a rule with better words. */
const LEVEL_POINTERS = /\/(?:envelopeStrictness|tierOneSubsetCompliance|promptDirective)$/;

/** Compared so deep; further in, objects are not compared, and the order of members counts. */
const DEEPEST = 64;

/** Levels with three states: one word each, never a boolean (envelope 9). */
const LEVELS: readonly (readonly [family: string, path: readonly string[], words: readonly string[]])[] = [
  ['envelopeStrictness', [], ['warn', 'strict']],
  ['envelopes', ['tierOneSubsetCompliance'], ['strict', 'warn', 'off']],
  ['envelopes', ['reasoning', 'promptDirective'], ['mandatory', 'advisory', 'off']],
];

/** The one family whose `supported` is a list by its definition. */
const LISTS: ReadonlySet<string> = new Set(['aiProviders']);

/** The events that every reliable host emits (envelope 9). */
const RELIABLE = ['envelope.refusal', 'envelope.retry.exhausted'];

/** Absent means this many bytes (envelope 6). */
const DEFAULT_CAP = 262_144;

/** A debug bundle as a whole is capped at this by default (section 2.2). */
const BUNDLE_CAP = 8 * 1024 * 1024;

/** Blocks that are inspected; a document has a few hundred. */
const MAX_BLOCKS = 20_000;

const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A document with more is not read by people. */
const MAX_FINDINGS = 200;
const ORDER = ['error', 'warning', 'note'];

/**
 * What a discovery document gets wrong, leaves out, or says in a way that cannot be meant: errors first. Only what the
 * document itself shows; whether it is true shows when the host is tried. O(document). Never throws.
 */
export function lintCapabilities(document: unknown, nowMs: number): readonly CapabilityFinding[] {
  if (!isRecord(document))
    return [finding('document_is_no_object', '', 'The discovery document is no JSON object.')];
  const found = hasV2Form(document) ? v2Rules(document) : v1Rules(document, nowMs);
  return found.sort((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level)).slice(0, MAX_FINDINGS);
}

/** Versions and records of v2 (bundles 12.1); its rules and those of v1 are never mixed. */
function v2Rules(document: JsonObject): CapabilityFinding[] {
  const versions = textsAt(document, 'protocolVersions') ?? [];
  const isUnlisted = !versions.includes(textAt(document, 'preferredVersion') ?? '');
  const unlisted = 'protocolVersions does not list the version that preferredVersion names.';
  const found = [
    ...secretRules(document),
    ...when(isUnlisted, 'protocol_version_unlisted', '/protocolVersions', unlisted),
  ];
  for (const [name, record] of Object.entries(document)) {
    if (!isRecord(record) || member(record, 'witness') === undefined) continue;
    const at = pointerTo('', name);
    const status = textAt(record, 'status') ?? '';
    if (!RECORD_STATUSES.includes(status)) {
      const message = `The status of a capability is one of the words ${RECORD_STATUSES.join(', ')}.`;
      found.push(finding('record_status_unknown', `${at}/status`, message));
    } else if (status !== 'stable' && member(record, 'until') === undefined) {
      const message = `The capability is ${status}, and nothing says until when it can be relied on.`;
      found.push(finding('record_until_missing', at, message));
    }
    if (member(record, 'supported') === undefined) continue;
    const message =
      'In v2 a record says by being there that the host has the capability; supported is of v1.';
    found.push(finding('record_supported', `${at}/supported`, message));
  }
  return found;
}

const RECORD_STATUSES: readonly string[] = ['stable', 'experimental', 'deprecated'];

function v1Rules(document: JsonObject, nowMs: number): CapabilityFinding[] {
  return [
    ...requiredRules(document),
    ...versionRules(document),
    ...schemaRules(document),
    ...kindRules(document),
    ...limitRules(document),
    ...LEVELS.flatMap((level) => levelRule(document, level)),
    ...supportedRules(document),
    ...reliabilityRules(document),
    ...experimentalRules(document, nowMs),
    ...streamRules(document),
    ...mirrorRules(document),
    ...mediaRules(document),
    ...logRules(document),
    ...secretRules(document),
  ];
}

/** Capabilities on trial: `tier: experimental` with `experimentalUntil` (section 5.2). Iterative. */
function experimentalRules(document: unknown, nowMs: number): readonly CapabilityFinding[] {
  const found: CapabilityFinding[] = [];
  const pending: { readonly item: unknown; readonly pointer: string }[] = [{ item: document, pointer: '' }];
  for (let looked = 0; looked < MAX_BLOCKS; looked++) {
    const next = pending.pop();
    if (next === undefined) break;
    const { item, pointer } = next;
    if (typeof item !== 'object' || item === null) continue;
    if (isRecord(item)) found.push(...blockRules(item, pointer, nowMs));
    for (const [name, below] of Object.entries(item)) {
      if (typeof below === 'object') pending.push({ item: below, pointer: pointerTo(pointer, name) });
    }
  }
  return found.sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
}

function blockRules(block: JsonObject, pointer: string, nowMs: number): readonly CapabilityFinding[] {
  const until = member(block, 'experimentalUntil');
  if (member(block, 'tier') !== 'experimental' && until === undefined) return [];
  if (until === undefined) {
    const message = 'The capability is experimental, and nothing says until when it can be relied on.';
    return [finding('experimental_until_missing', pointer, message)];
  }
  const at = `${pointer}/experimentalUntil`;
  const untilMs = typeof until === 'string' && DATE.test(until) ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(untilMs))
    return [finding('experimental_until_invalid', at, 'experimentalUntil is a date, such as "2027-06-30".')];
  const day = new Date(untilMs).toISOString().slice(0, 10);
  const over = `The experiment was to end on ${day}, and is still advertised.`;
  if (untilMs < nowMs) return [finding('experimental_over', at, over)];
  return [finding('experimental_capability', pointer, `The capability is experimental until ${day}.`)];
}

/** How much media may stand inside an envelope. */
function mediaRules(document: unknown): readonly CapabilityFinding[] {
  const kinds = textsAt({ kinds: familyOf(document, 'supportedEnvelopes')?.value }, 'kinds') ?? [];
  if (!kinds.some((kind) => kind.startsWith('media.'))) return [];
  const providers = familyOf(document, 'aiProviders');
  const at = `${providers?.pointer ?? '/aiProviders'}/maxInlineMediaBytes`;
  if (member(providers?.value, 'maxInlineMediaBytes') === undefined) {
    const message = `Media kinds are listed without a cap for inline media; ${DEFAULT_CAP} bytes are taken.`;
    return [finding('media_cap_missing', at, message)];
  }
  const cap = countAt(providers?.value, 'maxInlineMediaBytes');
  if (cap === 0)
    return [finding('media_cap_zero', at, 'Inline media is never allowed: every medium comes by URL.')];
  if (cap === null || cap <= BUNDLE_CAP) return [];
  const message = `One inline medium may be larger (${cap} bytes) than a whole debug bundle (${BUNDLE_CAP} bytes).`;
  return [finding('media_cap_large', at, message)];
}

/** Version of the event log that runs are written in. */
function logRules(document: unknown): readonly CapabilityFinding[] {
  const family = familyOf(document, 'eventLogSchemaVersion');
  const version = typeof family?.value === 'number' ? family.value : null;
  if (family === undefined || version === null || version >= 2) return [];
  const message = `Event logs of version ${version} are of the old kind, which holds snapshots only.`;
  return [finding('event_log_schema_old', family.pointer, message)];
}

/** A document that everybody may read holds no credential. */
function secretRules(document: unknown): readonly CapabilityFinding[] {
  const text = jsonText(document) ?? '';
  // Names such as `tokens` mean other things in this document: only what looks like a credential counts.
  if (masker.json(text).text === text || masker.text(text) === text) return [];
  return [finding('secret_in_document', '', 'This public document contains what looks like a credential.')];
}

/** An answer with more than two states is one of its words. */
function levelRule(document: unknown, [name, path, words]: (typeof LEVELS)[number]) {
  const family = familyOf(document, name);
  let value = family?.value;
  let pointer = family?.pointer ?? '';
  for (const step of path) {
    value = member(value, step);
    pointer = pointerTo(pointer, step);
  }
  const isWord = value === undefined || words.some((word) => word === value);
  const message = `The level is one of the words ${words.join(', ')}; nothing else says how strict the host is.`;
  return when(!isWord, 'level_not_a_word', pointer, message);
}

/** `supported` is yes, no, or absent. */
function supportedRules(document: unknown): readonly CapabilityFinding[] {
  return familiesOf(document).flatMap(({ name, value, pointer }) => {
    const supported = member(value, 'supported');
    if (supported === undefined || typeof supported === 'boolean' || LISTS.has(name)) return [];
    const message = 'supported is true, false or absent; anything else is read as "not advertised".';
    return [finding('supported_not_boolean', `${pointer}/supported`, message)];
  });
}

/** A host that says it is reliable emits the two events that show it. */
function reliabilityRules(document: unknown): readonly CapabilityFinding[] {
  const envelopes = familyOf(document, 'envelopes');
  const reliability = member(envelopes?.value, 'reliability');
  if (envelopes === undefined || !isRecord(reliability) || member(reliability, 'supported') === false)
    return [];
  const events = textsAt(reliability, 'events') ?? [];
  const missing = RELIABLE.filter((type) => !events.includes(type));
  const at = `${envelopes.pointer}/reliability/events`;
  const message = `A reliable host emits ${missing.join(' and ')}, which events does not list.`;
  return when(missing.length > 0, 'reliability_events_missing', at, message);
}

/** Streams and transports say the same thing in two places, and hosts fill in one of them (section 5.2). */
function streamRules(document: unknown): readonly CapabilityFinding[] {
  const transports = familyOf(document, 'supportedTransports');
  const listed = textsAt({ transports: transports?.value }, 'transports');
  const stream = familyOf(document, 'stream');
  const modes = textsAt(stream?.value, 'modes') ?? [];
  const streams = modes.length > 0 || member(stream?.value, 'supported') === true;
  const listsSse = listed?.includes('sse') === true;
  const lacksDebug = modes.length > 0 && !modes.includes('debug');
  const at = transports?.pointer ?? '';
  const unlisted = 'The document offers a stream, but the transports do not list sse.';
  const unnamed = 'sse is not among the transports that the protocol names; it is taken as meant.';
  const alone = 'The transports list sse, but no family stream says which modes there are.';
  const undebugged = 'The mode debug is not offered; without it much of a run is not streamed.';
  return [
    ...when(streams && listed !== null && !listsSse, 'stream_not_among_transports', at, unlisted),
    ...when(listsSse, 'transport_sse_unlisted', at, unnamed),
    ...when(listsSse && !streams, 'stream_among_transports_only', at, alone),
    ...when(lacksDebug, 'stream_debug_missing', `${stream?.pointer ?? ''}/modes`, undebugged),
  ];
}

/**
 * A family at the root and under `capabilities`, with different content: the root counts (section 5.2). Hosts mirror a
 * part of a family only; what one of the two lacks is no contradiction.
 */
function mirrorRules(document: unknown): readonly CapabilityFinding[] {
  const inner = member(document, 'capabilities');
  const differing = familiesOf(document).filter(({ name, value, pointer }) => {
    const mirrored = member(inner, name);
    return mirrored !== undefined && !pointer.startsWith('/capabilities/') && contradict(value, mirrored);
  });
  return differing.slice(0, 20).map(({ name }) => {
    const message = `${someOf([name])} is at the root and under capabilities with different content; the root counts.`;
    return finding('family_told_twice', pointerTo('/capabilities', name), message);
  });
}

/** Whether the two say different things of the same member. Objects are compared by what both have, the rest whole. */
function contradict(a: unknown, b: unknown): boolean {
  const pending = [{ a, b, depth: 0 }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const { a: one, b: other, depth } = pair;
    if (!isRecord(one) || !isRecord(other)) {
      // As written, but for the order of members.
      const isSame =
        jsonText(one) === jsonText(other) || jsonText(inOrder(one, 0)) === jsonText(inOrder(other, 0));
      if (!isSame) return true;
      continue;
    }
    if (depth >= DEEPEST) continue;
    for (const name of Object.keys(one)) {
      if (!Object.hasOwn(other, name)) continue;
      pending.push({ a: member(one, name), b: member(other, name), depth: depth + 1 });
    }
  }
  return false;
}

function inOrder(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => inOrder(item, depth + 1));
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, item]) => [name, inOrder(item, depth + 1)]);
}

/** What every document has (section 5.2, envelope 9). A family may stand under `capabilities` instead. */
function requiredRules(document: unknown): readonly CapabilityFinding[] {
  const missing = REQUIRED.filter((name) => familyOf(document, name) === undefined);
  const limits = familyOf(document, 'limits');
  const isNameless = textAt(familyOf(document, 'implementation')?.value, 'name') === null;
  const message = 'implementation names no host, so that reports cannot say what was tested.';
  return [
    ...missing.map((name) =>
      finding('required_field_missing', `/${name}`, `${name} is required and not there.`),
    ),
    ...(limits === undefined ? [] : missingLimits(limits)),
    ...when(isNameless, 'implementation_missing', '/implementation', message),
  ];
}

function missingLimits({ value, pointer }: DiscoveryFamily): readonly CapabilityFinding[] {
  const names = isRecord(value) ? LIMITS.filter((name) => member(value, name) === undefined) : [];
  const why = 'is required; without it no count is limited.';
  return names.map((name) => finding('required_field_missing', `${pointer}/${name}`, `${name} ${why}`));
}

/** Version of the protocol: its form, what it means, and whether the list of versions agrees. */
function versionRules(document: unknown): readonly CapabilityFinding[] {
  const version = member(document, 'protocolVersion');
  if (version === undefined) return [];
  const at = '/protocolVersion';
  if (typeof version !== 'string' || !VERSION.test(version)) {
    const message = 'protocolVersion is two numbers with a point between, such as "1.1".';
    return [finding('protocol_version_pattern', at, message)];
  }
  const listed = textsAt(document, 'protocolVersions');
  const { versionVerdict: verdict } = hostLine(document);
  const isUnlisted = listed !== null && !listed.includes(version);
  const other = `Version ${version} is of another major version than ours, ${NEWEST[1]} and ${NEWEST[2]}: nothing can be relied on.`;
  const newer = `Version ${version} is newer than ours, ${NEWEST[1]}: new parts are displayed as received.`;
  const unlisted = 'protocolVersions does not list the version that protocolVersion names.';
  return [
    ...when(verdict === 'stop', 'protocol_version_major', at, other),
    ...when(verdict === 'newer-minor', 'protocol_version_minor', at, newer),
    ...when(isUnlisted, 'protocol_version_unlisted', '/protocolVersions', unlisted),
  ];
}

/** Types and ranges by the schema, but for what a rule above has reported already. */
function schemaRules(document: unknown): readonly CapabilityFinding[] {
  if (hasLongName(document) || hasLongName(member(document, 'capabilities'))) {
    const message = `A name in advertised is longer than ${MAX_NAME_LENGTH} characters, so that the document was not checked against its schema.`;
    return [finding('schema', '/modelCapabilities/advertised', message)];
  }
  return checkDocument('capabilities', document)
    .filter(({ keyword, pointer }) => keyword !== 'required' && pointer !== '/protocolVersion')
    .filter(({ pointer }) => !LEVEL_POINTERS.test(pointer))
    .map(({ pointer, message }) => finding('schema', pointer, message));
}

function hasLongName(families: unknown): boolean {
  const names = textsAt(member(families, 'modelCapabilities'), 'advertised') ?? [];
  return names.some(({ length }) => length > MAX_NAME_LENGTH);
}
