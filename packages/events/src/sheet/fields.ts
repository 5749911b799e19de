/** Members as fields: each has a label of ours, and a member of an unexpected type is displayed as JSON, never dropped. */
import { capital, masker } from '@openwop-inspector/base';
import { type Members, own } from './members.ts';
import type { SheetField, SheetPart, SheetValue, Tone, ValuePart } from './sheet.ts';

/** How a member is displayed where its name alone does not say it. */
interface FieldHow {
  readonly kind?: MemberKind;
  readonly label?: string;
  /** Follows a number. */
  readonly unit?: string;
}

/** The members of these names, separated by spaces, each as its name says; the ones that are missing give no field. */
export function fieldsOf(from: Members, names: string): readonly (SheetField | null)[] {
  return names === '' ? [] : names.split(' ').map((name) => fieldOf(from, name));
}

/** One member; null when there is none. */
export function fieldOf(from: Members, name: string, how: FieldHow = {}): SheetField | null {
  // The expected type of a member: an id, a code or a name of the protocol where nothing else is known.
  const kind = how.kind ?? kinds.get(name) ?? 'id';
  const unit = how.unit ?? memberUnit(name);
  return field(from, name, how.label ?? memberLabel(name), (value) => valueAs(kind, value, unit));
}

/** A word of the protocol with its meaning; one that is not in the table is displayed raw. */
export function wordField(
  from: Members,
  name: string,
  meanings: Readonly<Record<string, string>>,
  label = memberLabel(name),
): SheetField | null {
  return field(from, name, label, (value) => {
    if (typeof value !== 'string' || !Object.hasOwn(meanings, value)) return valueAs('id', value, '');
    return { kind: 'own', words: [{ foreign: value }, `, ${meanings[value]}`] };
  });
}

/** A remark about the event. */
export function notice(tone: Tone, words: string): SheetPart {
  return { kind: 'notice', tone, words: own(words) };
}

/** Something that is said about the event and not recorded in it. */
export function derivedField(label: string, words: string): SheetField {
  return { label, value: { kind: 'own', words: own(words) }, pointer: null };
}

/** A value with a title and room of its own; null when there is none. */
export function valuePart(
  from: Members,
  key: string,
  title = memberLabel(key),
  how: Partial<Pick<ValuePart, 'open' | 'look' | 'fromOutside'>> = {},
): ValuePart | null {
  if (!from.has(key)) return null;
  const pointer = from.pointerOf(key);
  const value = from.take(key);
  return { kind: 'value', title, value, pointer, open: true, look: 'prose', fromOutside: false, ...how };
}

/** A form for a schema that is recorded in a member; null when there is none. */
export function formPart(from: Members, key: string, title: string): SheetPart | null {
  const schema = from.peek(key) ?? null;
  if (schema === null) return null;
  from.take(key);
  return { kind: 'form', title, schema, pointer: from.pointerOf(key) };
}

/** Returns a value of unknown meaning. Strings are masked by their name. */
export function plainValue(value: unknown, key: string): SheetValue {
  if (typeof value === 'string') {
    const text = masker.text(value, key);
    // One short word is most often an id or a name of the protocol.
    return { kind: /^\S{1,80}$/.test(text) ? 'id' : 'text', text };
  }
  if (typeof value === 'boolean') return { kind: 'flag', value };
  if (isAmount(value)) return { kind: 'number', value, unit: '' };
  return isTexts(value) && value.length > 0 ? { kind: 'names', items: value } : { kind: 'json', value };
}

/** Without the ones that are not there. */
export function present<T>(list: readonly (T | null)[]): readonly T[] {
  return list.filter((item) => item !== null);
}

function field(
  from: Members,
  key: string,
  label: string,
  read: (value: unknown) => SheetValue | null,
): SheetField | null {
  if (!from.has(key)) return null;
  const value = from.take(key);
  const text = typeof value === 'string' ? masker.text(value, key) : value;
  return { label, value: read(text) ?? plainValue(value, key), pointer: from.pointerOf(key) };
}

/** Null for a value of another kind than expected. */
function valueAs(kind: MemberKind, value: unknown, unit: string): SheetValue | null {
  if (kind === 'id' || kind === 'text') return typeof value === 'string' ? { kind, text: value } : null;
  if (kind === 'flag') return typeof value === 'boolean' ? { kind, value } : null;
  if (kind === 'names') return isTexts(value) ? { kind, items: value } : null;
  if (kind === 'any' || !isAmount(value)) return null;
  return kind === 'duration' ? { kind, ms: value } : { kind, value, unit };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A long list is judged by its beginning, and displayed as JSON where that is wrong. */
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Type of a member according to the schema; a value of another type is displayed by its own type. */
type MemberKind = 'id' | 'text' | 'number' | 'duration' | 'flag' | 'names' | 'any';

const BY_KIND: Readonly<Record<Exclude<MemberKind, 'id'>, string>> = {
  text: 'comment description feedback finalError message previousError prompt reason summary title userMessage',
  number:
    'attempt attempts byteOffset cacheReadTokens cacheWriteTokens confidence consumed fallbackCalls floor inputTokens iteration iterations limit observed outputTokenCount outputTokens percent remaining requiredApprovals schemaVersion sequence snapshotSeq threshold tokenCount tokensConsumed toolSurfaceCount totalAttempts totalTokens ttlMs turnCount turnIndex',
  duration: 'delayMs durationMs timeoutMs',
  flag: 'ack cacheHit fallbackAttempted isLast memoryBound overrideBypassesQuorum partialPayloadAvailable registered retryable schemaValidated',
  names:
    'accepts actions approverGroupRefs approverRoleRefs approversList capabilities criteria groups harvestedKeys missingCapabilities nextWorkerIds participants refs rejects roles subjects tags',
  any: 'next previous question questions',
};

const kinds: ReadonlyMap<string, MemberKind> = new Map(
  Object.entries(BY_KIND).flatMap(([kind, names]) =>
    names.split(' ').map((name): [string, MemberKind] => [name, kind as MemberKind]),
  ),
);

/** Returns the unit after the number of a member; empty for none. */
function memberUnit(name: string): string {
  if (name === 'percent') return '%';
  if (name === 'ttlMs') return 'ms';
  return name !== 'tokenCount' && /Tokens$|TokenCount$|^tokensConsumed$/.test(name) ? 'tokens' : '';
}

/** Labels of members with unclear names. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['accepts', 'For it'],
  ['ack', 'Acknowledged'],
  ['actions', 'Actions offered'],
  ['approverGroupRefs', 'Groups that may act'],
  ['approverRoleRefs', 'Roles that may act'],
  ['approversList', 'Who may act'],
  ['argsHash', 'Hash of arguments'],
  ['auditCorrelationId', 'Audit'],
  ['byteOffset', 'Begins at byte'],
  ['cacheReadTokens', 'Read from cache'],
  ['cacheWriteTokens', 'Written to cache'],
  ['callbackUrl', 'Callback'],
  ['catalogVersion', 'Catalogue'],
  ['causationHostId', 'Caused on host'],
  ['channelName', 'Channel'],
  ['chunk', 'Text'],
  ['consumed', 'Used'],
  ['content', 'What was said'],
  ['delayMs', 'Delay'],
  ['delta', 'Piece'],
  ['dimension', 'Budget of'],
  ['durationMs', 'Duration'],
  ['editedArtifactData', 'Artifact as edited'],
  ['enqueuedRunId', 'Run it started'],
  ['entry', 'Value'],
  ['envelopeType', 'Kind'],
  ['escalationKind', 'Kind'],
  ['fallbackAttempted', 'Fallback tried'],
  ['fallbackCalls', 'Further calls'],
  ['fallbackModel', 'Instead model'],
  ['fallbackProvider', 'Instead provider'],
  ['finalError', 'Last error'],
  ['finalReason', 'Last reason'],
  ['fromAgentId', 'From'],
  ['groups', 'Audience, groups'],
  ['harvestedKeys', 'Outputs taken'],
  ['inputTokens', 'Tokens in'],
  ['interruptToken', 'Token'],
  ['isLast', 'Last'],
  ['memoryBound', 'Has memory'],
  ['missingCapabilities', 'Missing'],
  ['next', 'After'],
  ['nextWorkerIds', 'Next workers'],
  ['originalDecision', 'Decision it was not sure of'],
  ['originalEnvelopeType', 'Kind'],
  ['originalModel', 'Requested model'],
  ['originalProvider', 'Requested provider'],
  ['outputTokenCount', 'Tokens out'],
  ['outputTokens', 'Tokens out'],
  ['overrideBypassesQuorum', 'Override skips it'],
  ['partialPayloadAvailable', 'Part of it is stored'],
  ['path', 'How'],
  ['percent', 'Share'],
  ['previous', 'Before'],
  ['refineFeedback', 'What is to be changed'],
  ['refs', 'Made from'],
  ['registered', 'Type is registered'],
  ['registrationSource', 'Registered by'],
  ['rejectionPolicy', 'Rejection'],
  ['rejects', 'Against it'],
  ['remaining', 'Left'],
  ['requestedAt', 'Requested at'],
  ['requiredApprovals', 'Quorum'],
  ['resolved', 'Resolved to'],
  ['resolvedAgentVersion', 'Agent version'],
  ['resolvedChannel', 'Channel'],
  ['resolvedModel', 'Model'],
  ['resolvedProvider', 'Provider'],
  ['resumedAtNode', 'At node'],
  ['resumeValue', 'Answer'],
  ['roles', 'Audience, roles'],
  ['schemaValidated', 'Schema checked'],
  ['sequence', 'Place in the block'],
  ['snapshotSeq', 'Snapshot at'],
  ['source', 'Called by'],
  ['subjects', 'Audience'],
  ['target', 'What was checked'],
  ['timeoutMs', 'Time to answer'],
  ['toAgentId', 'To'],
  ['tokenCount', 'Tokens'],
  ['toolName', 'Tool'],
  ['toolSurfaceCount', 'Tools at hand'],
  ['totalAttempts', 'Attempts'],
  ['totalTokens', 'Tokens in all'],
  ['ttlMs', 'Retention'],
  ['turnCount', 'Turns'],
  ['turnIndex', 'Turn'],
  ['userMessage', 'For the user'],
]);

const derived = new Map<string, string>();

/** Label of a member: from the table, else its name in words, an id by what it names ("childRunId", "Child run"). */
function memberLabel(name: string): string {
  const known = LABELS.get(name) ?? derived.get(name);
  if (known !== undefined) return known;
  const words = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = capital(words);
  derived.set(name, label);
  return label;
}
