/**
 * Rules of single kinds that no schema says; all of them only warn (acceptor 3.2, envelope 2.2, 4, 6, 7). And what the
 * reference host changes in payloads of some kinds (acceptor R5).
 */
import { isRecord, type JsonObject } from '@openwop-inspector/base';
import {
  isSurfaceV2,
  MAX_DETAILS,
  messageFaults,
  nullView,
  readMediaUrl,
  SURFACE_V2_SCHEMA,
  type SurfaceV2,
} from '@openwop-inspector/protocol';
import type { StepChange } from '../accept-result.ts';
import { type Ending, invalid, ruleDetail } from '../pipeline/ending.ts';
import { NO_CHANGES, nodeOf, type Work, warn } from '../pipeline/work.ts';

/** Warns about a payload that fits its schema, or whose violations were tolerated. */
export function warnAboutPayload(work: Work): void {
  const { payload, type } = work;
  if (!isRecord(payload)) return;
  if (type === 'clarification.request') {
    const seen = new Set<unknown>();
    objectsOf(payload.questions).forEach(({ id }, index) => {
      if (seen.has(id))
        warn(work, 'question_id_duplicate', 'Two questions have one id.', `/payload/questions/${index}/id`);
      seen.add(id);
    });
  } else if (type === 'schema.response') warnAboutResponse(work, payload);
  else if (type === 'ui.a2ui-surface') warnAboutFields(work, payload);
  else if (type.startsWith('media.')) warnAboutMedia(work, payload);
  warnAboutRendering(work, payload);
}

function warnAboutResponse(work: Work, { envelopeType }: JsonObject): void {
  const { requestedKind } = nodeOf(work);
  if (requestedKind === null || typeof envelopeType !== 'string' || envelopeType === requestedKind) return;
  const message = `The last schema.request was for ${requestedKind}, this answers for ${envelopeType}.`;
  warn(work, 'schema_response_mismatch', message, '/payload/envelopeType');
}

/** Ids of fields become keys of the answer, next to `action` for the button that was pressed (envelope 7.2). */
function warnAboutFields(work: Work, { surface }: JsonObject): void {
  const seen = new Set<unknown>();
  objectsOf(isRecord(surface) ? surface.components : null).forEach(({ component, id }, index) => {
    if (typeof component !== 'string' || !component.startsWith('field.')) return;
    const pointer = `/payload/surface/components/${index}/id`;
    if (seen.has(id)) warn(work, 'a2ui_duplicate_id', 'Two fields have one id.', pointer);
    if (id === 'action') warn(work, 'a2ui_reserved_id', 'A field has the id of the pressed button.', pointer);
    seen.add(id);
  });
}

const WITH_ALT: ReadonlySet<unknown> = new Set(['image', 'audio', 'file']);

function warnAboutRendering(work: Work, payload: JsonObject): void {
  const meta = work.envelope?.meta;
  const rendering = isRecord(meta) && isRecord(meta.rendering) ? meta.rendering : null;
  const isMedia = work.type.startsWith('media.');
  if (rendering === null && !isMedia) return;
  const hinted = rendering?.mimeType;
  const actual = payload.mimeType;
  if (typeof hinted === 'string' && typeof actual === 'string' && hinted !== actual)
    warn(work, 'mime_conflict', 'The payload and the hint name two media types.', '/meta/rendering/mimeType');
  if (!isMedia && !WITH_ALT.has(rendering?.display)) return;
  if (!isText(payload.alt) && !isText(rendering?.alt))
    warn(work, 'alt_missing', 'Nothing describes it in words.', '/payload');
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** Returns the objects of a list; none when it is not a list. */
function objectsOf(items: unknown): readonly JsonObject[] {
  return Array.isArray(items) ? items.filter(isRecord) : [];
}

const base64Form = /^[A-Za-z0-9+/]*={0,2}$/;

/** Returns the decoded length of base64; null when it is not base64. */
function decodedLength(text: string): number | null {
  if (text.length % 4 !== 0 || !base64Form.test(text)) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** Bytes that count for the cap: the larger of what is declared and what is there; null without inline content. */
export function inlineSize({ base64: inline, bytes }: JsonObject): number | null {
  if (typeof inline !== 'string') return null;
  const there = decodedLength(inline) ?? Math.floor((inline.length * 3) / 4);
  return Math.max(typeof bytes === 'number' ? bytes : 0, there);
}

/** Both sources, none, an address that no asset has, a length that differs, content that is not base64. */
function warnAboutMedia(work: Work, { base64: inline, bytes, url }: JsonObject): void {
  const hasUrl = typeof url === 'string';
  const read = hasUrl ? readMediaUrl(url) : null;
  if (read?.kind === 'unsafe')
    warn(work, 'media_url_unsafe', `The address has the scheme ${read.scheme}.`, '/payload/url');
  if (typeof inline !== 'string') {
    if (!hasUrl) warn(work, 'media_source_none', 'It has neither url nor base64.', '/payload');
    return;
  }
  if (hasUrl) warn(work, 'media_source_both', 'It has url and base64; base64 is used.', '/payload');
  const length = decodedLength(inline);
  if (length === null) {
    warn(work, 'media_base64_invalid', 'The content is not base64.', '/payload/base64');
  } else if (length !== bytes) {
    warn(work, 'media_length_mismatch', `The content has ${length} bytes.`, '/payload/bytes');
  }
}

// Changes of the reference host to a payload before its schema is checked (acceptor R5).

interface Normalized {
  readonly payload: unknown;
  readonly changes: readonly StepChange[];
}

/** The payload as the host checks it, on a shallow copy; the payload itself when nothing applies. */
export function normalize(kind: string, payload: unknown): Normalized {
  switch (kind) {
    case 'clarification.request':
      return withMembers(payload, (draft) => {
        asList(draft, 'options');
        asText(draft, 'question');
      });
    case 'schema.request':
      return withMembers(payload, (draft) => {
        if (!draft.members.has('names'))
          rename(draft, draft.members.has('name') ? 'name' : 'schema', 'names');
        asList(draft, 'names');
      });
    case 'result': {
      if (typeof payload === 'object') return { payload, changes: NO_CHANGES };
      const after = { value: payload };
      return { payload: after, changes: [{ op: 'replace', path: '/payload', before: payload, after }] };
    }
    default:
      return { payload, changes: NO_CHANGES };
  }
}

/** Members in a Map, so that no key of the content is ever a property of ours. */
interface Draft {
  readonly members: Map<string, unknown>;
  readonly changes: StepChange[];
}

/** An array is spread into an object with index keys, which turns its type error into errors about members. */
function withMembers(payload: unknown, change: (draft: Draft) => void): Normalized {
  const isArray = Array.isArray(payload);
  if (!isArray && !isRecord(payload)) return { payload, changes: NO_CHANGES };
  const draft: Draft = { members: new Map(Object.entries(payload)), changes: [] };
  change(draft);
  if (!isArray && draft.changes.length === 0) return { payload, changes: NO_CHANGES };
  const copy: JsonObject = Object.fromEntries(draft.members);
  if (!isArray) return { payload: copy, changes: draft.changes };
  return { payload: copy, changes: [{ op: 'replace', path: '/payload', before: payload, after: copy }] };
}

function asList({ members, changes }: Draft, key: string): void {
  const value = members.get(key);
  const list = listOf(value);
  if (list === null || list === value) return;
  members.set(key, list);
  changes.push({ op: 'replace', path: `/payload/${key}`, before: value, after: list });
}

/** A text becomes a list of one; items that are not texts are dropped. */
function listOf(value: unknown): unknown {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return null;
  const texts = value.filter((item) => typeof item === 'string');
  return texts.length === value.length ? value : texts;
}

function asText({ members, changes }: Draft, key: string): void {
  const value = members.get(key);
  if (!Array.isArray(value)) return;
  const text = value.filter((item) => typeof item === 'string').join('\n');
  members.set(key, text);
  changes.push({ op: 'replace', path: `/payload/${key}`, before: value, after: text });
}

function rename({ members, changes }: Draft, from: string, to: string): void {
  if (!members.has(from)) return;
  const value = members.get(from);
  members.delete(from);
  members.set(to, value);
  changes.push({ op: 'remove', path: `/payload/${from}`, before: value });
  changes.push({ op: 'add', path: `/payload/${to}`, after: value });
}

// What no schema says of the bodies of a surface: the tree of version 1, the messages of version 2 (envelope 7.1, 7.7).

/** The one version of the catalogue of the tree (envelope 7.1). */
const CATALOG_VERSION = '0.9.1';
const NEWEST = 2;

/** The version whose body a surface has to have: that of its stamp, or of a host that only warns of an older stamp. */
export function bodyVersion({ advertised, schemaVersion, settings }: Work): number {
  const stamp = schemaVersion ?? 0;
  return advertised === null || settings.isStrictHost ? stamp : Math.max(stamp, advertised);
}

/** Before the schema: a version that there is none of, and the body of the other version. */
export function surfaceRefusal(work: Work): Ending | null {
  const { payload, type } = work;
  if (type !== 'ui.a2ui-surface') return null;
  const version = bodyVersion(work);
  if (version > NEWEST)
    return invalid(work, 'unknown_schema_version', `schemaVersion ${version} is above ${NEWEST}, the newest`);
  if (!isRecord(payload)) return null;
  const { catalogVersion: catalog, messages } = payload;
  const isTree = catalog !== undefined && messages === undefined;
  if (version === NEWEST)
    return isTree ? otherBody(work, '/messages', 'this is the tree, which schemaVersion 1 has') : null;
  if (catalog === undefined && Array.isArray(messages))
    return otherBody(work, '/catalogVersion', 'these are messages of A2UI, which schemaVersion 2 has');
  if (typeof catalog !== 'string' || catalog === CATALOG_VERSION) return null;
  const text = `catalogVersion ${catalog.slice(0, 40)} is not ${CATALOG_VERSION}`;
  const details = [ruleDetail('/catalogVersion', 'enum', `is not ${CATALOG_VERSION}`)];
  return invalid(work, 'unknown_schema_version', text, details);
}

function otherBody(work: Work, missing: string, why: string): Ending {
  return invalid(work, 'envelope_invalid', why, [ruleDetail(missing, 'required', `is missing: ${why}`)]);
}

/** The messages of a surface of version 2 without optional nulls; null for another body, or one that does not fit. */
function messagesOf(work: Work): SurfaceV2 | null {
  if (work.type !== 'ui.a2ui-surface' || bodyVersion(work) !== NEWEST) return null;
  if (isSurfaceV2(work.payload)) return work.payload;
  const view = nullView(work.payload, SURFACE_V2_SCHEMA, true);
  return isSurfaceV2(view) ? view : null;
}

/** Of messages that fit their schema: what they break after the accepted ones of the run (envelope 7.7). A repeat is none of them. */
export function messagesRefusal(work: Work): Ending | null {
  const body = messagesOf(work);
  if (body === null) return null;
  const life = work.known === null ? work.memory.surfaces.get(body.surfaceId) : undefined;
  const faults = messageFaults(body, life ?? 'unknown').slice(0, MAX_DETAILS);
  if (faults.length === 0) return null;
  const details = faults.map(({ pointer, rule, message }) => ruleDetail(pointer, rule, message));
  return invalid(work, 'envelope_invalid', 'the messages break rules of their surface', details);
}

/** Remembers whether an accepted envelope created or deleted its surface last. */
export function rememberSurface(work: Work): void {
  const body = messagesOf(work);
  const last = body?.messages.findLast((message) => message.createSurface ?? message.deleteSurface);
  if (body === null || last === undefined) return;
  work.memory.surfaces.set(body.surfaceId, last.createSurface === undefined ? 'deleted' : 'there');
}
