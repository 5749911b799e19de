/**
 * Reads what hosts answer: error bodies in every form that they use (bundles-and-transport.md section 5.1), and families of
 * discovery documents.
 */
import {
  isRecord,
  type JsonObject,
  member,
  objectAt,
  parsedJson,
  pointerTo,
  textAt,
} from '@openwop-inspector/base';

/** Deepest nesting of a body that is parsed. */
const MAX_DEPTH = 512;

/** What could be taken from a body; null for what it does not say. */
export interface ErrorBody {
  readonly code: string | null;
  readonly message: string | null;
  readonly details: JsonObject;
  /** `scopeRequired`, which some hosts put next to the code or among the details. */
  readonly scope: string | null;
  /** A web page instead of an answer: a proxy or a sign-in page speaks. */
  readonly isWebPage: boolean;
}

/** A code is a word: longer text or text with blanks is a message. */
const CODE = /^[A-Za-z][\w.:-]{0,127}$/;
const SCOPE = /^[a-z]{1,32}:[a-z*-]{1,32}$/;
const WEB_PAGE = /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i;

/**
 * Reads a raw body: the canonical `{error, message, details}`, the same nested under `error`, with additional keys,
 * under the names that OAuth and web frameworks use, plain text, a web page, or nothing. Never throws.
 */
export function readErrorBody(body: string): ErrorBody {
  const json = /^\s*[{"]/.test(body) ? parsedJson(body, MAX_DEPTH) : undefined;
  if (isRecord(json)) return ofObject(json);
  const isWebPage = WEB_PAGE.test(body);
  const message = isWebPage ? titleOf(body) : typeof json === 'string' ? json : plainText(body);
  return { code: null, message, details: {}, scope: null, isWebPage };
}

function ofObject(json: JsonObject): ErrorBody {
  const nested = member(json, 'error');
  const inner = isRecord(nested) ? nested : json;
  const word = typeof nested === 'string' ? nested : (textAt(inner, 'code') ?? textAt(inner, 'error'));
  const code = word !== null && CODE.test(word) ? word : null;
  const reported = textAt(inner, 'message') ?? textAt(json, 'message') ?? textAt(json, 'error_description');
  const details = { ...objectAt(json, 'details'), ...objectAt(inner, 'details') };
  const message = reported ?? problemText(json) ?? (code === null ? word : null);
  return { code, message, details, scope: scopeOf(json, details), isWebPage: false };
}

/** Of problem details (RFC 9457): the title, which names the kind of problem, and the detail of this one. */
function problemText(json: JsonObject): string | null {
  const [title, detail] = [textAt(json, 'title'), textAt(json, 'detail')];
  return title === null || detail === null ? (detail ?? title) : `${title}: ${detail}`;
}

function scopeOf(json: JsonObject, details: JsonObject): string | null {
  const scope = textAt(json, 'scopeRequired') ?? textAt(details, 'scopeRequired') ?? textAt(details, 'scope');
  return scope !== null && SCOPE.test(scope) ? scope : null;
}

function plainText(body: string): string | null {
  // Unreadable text that resembles JSON is of no use.
  const text = body.slice(0, 2000).trim();
  return text === '' || /^[[{]/.test(text) ? null : text;
}

/** Returns the title of a web page, which identifies it. */
function titleOf(html: string): string | null {
  const title = /<title[^>]{0,200}>([^<]{1,200})/i.exec(html.slice(0, 20_000))?.[1]?.trim();
  return title === undefined || title === '' ? null : title;
}

/** The host's own words for an error in one line, `code: message` or one of both; null for a body that has neither. */
export function hostErrorText(body: string): string | null {
  const { code, message } = readErrorBody(body);
  return code === null || message === null ? (code ?? message) : `${code}: ${message}`;
}

/** True for an object that says under `error` what failed, a code or an object (section 5.1). */
export function hasErrorMember(json: unknown): boolean {
  return isRecord(member(json, 'error')) || textAt(json, 'error') !== null;
}

/** Code of a failed request: the host's own, else `http_<status>`. Status counts first, so no body changes its meaning. */
export function errorCodeOf(status: number, body: string): string {
  return readErrorBody(body).code ?? `http_${status}`;
}

/** A family of a discovery document: its value and where it was found. */
export interface DiscoveryFamily {
  readonly value: unknown;
  /** RFC 6901 pointer from the document. */
  readonly pointer: string;
}

/**
 * A family by name, at the root first, then under `capabilities` (bundles 5.2, RFC 0073); undefined when it is in
 * neither place. Names of vendors never stand in for it.
 */
export function familyOf(document: unknown, name: string): DiscoveryFamily | undefined {
  const atRoot = member(document, name);
  if (atRoot !== undefined) return { value: atRoot, pointer: pointerTo('', name) };
  const inside = member(member(document, 'capabilities'), name);
  return inside === undefined ? undefined : { value: inside, pointer: pointerTo('/capabilities', name) };
}

/**
 * True for a discovery document in the form of v2: its families are records with a witness, and it says which version it
 * prefers (bundles 12.1).
 */
export function hasV2Form(document: unknown): boolean {
  if (!isRecord(document) || member(document, 'preferredVersion') === undefined) return false;
  return Object.values(document).some((family) => member(family, 'witness') !== undefined);
}
