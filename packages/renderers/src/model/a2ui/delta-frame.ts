/** A delta frame: read, checked as far as it can be without a surface, and applied (envelope 7.6). */
import {
  childAt,
  isRecord,
  member,
  ownString,
  pointerOf,
  strictPointerTokens,
  unreachable,
} from '@openwop-inspector/base';
import { checkA2uiDelta } from '@openwop-inspector/protocol';
import { MAX_LEVELS, measureJson } from '../json/json-measure.ts';

/** One operation of RFC 6902 with its pointers as tokens. `test` is not among them. */
export type DeltaOperation =
  | { readonly op: 'add' | 'replace'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: readonly string[] }
  | { readonly op: 'move' | 'copy'; readonly path: readonly string[]; readonly from: readonly string[] };

/** Where pointers begin: at the surface, as the app host and the RFC write them, or at the payload around it. */
export type DeltaRoot = 'surface' | 'payload';

export interface DeltaFrame {
  readonly surfaceRef: string;
  readonly catalogVersion: string;
  readonly operations: readonly DeltaOperation[];
}

/** A frame larger than this is not read; a full surface is at most 256 KiB. */
const MAX_BYTES = 1024 * 1024;

/** A frame; null when it has another shape, an operation lacks `from` or `value`, or a pointer is none. */
export function readDeltaFrame(value: unknown): DeltaFrame | null {
  if (measureJson(value, { bytes: MAX_BYTES, levels: MAX_LEVELS }).kind === 'over') return null;
  if (checkA2uiDelta(value).length > 0) return null;
  const patch = member(value, 'patch');
  const operations = (Array.isArray(patch) ? patch : []).map(operationOf);
  const surfaceRef = ownString(value, 'surfaceRef');
  const catalogVersion = ownString(value, 'catalogVersion');
  if (surfaceRef === null || catalogVersion === null) return null;
  const whole = operations.filter((operation) => operation !== null);
  return whole.length === operations.length ? { surfaceRef, catalogVersion, operations: whole } : null;
}

function operationOf(value: unknown): DeltaOperation | null {
  if (!isRecord(value)) return null;
  const path = strictPointerTokens(ownString(value, 'path') ?? '~');
  if (path === null) return null;
  switch (value.op) {
    case 'remove':
      return { op: 'remove', path };
    case 'add':
    case 'replace':
      return value.value === undefined || !Object.hasOwn(value, 'value')
        ? null
        : { op: value.op, path, value: value.value };
    case 'move':
    case 'copy': {
      const from = strictPointerTokens(ownString(value, 'from') ?? '~');
      return from === null ? null : { op: value.op, path, from };
    }
    default:
      return null;
  }
}

const PAYLOAD_KEYS: ReadonlySet<string | undefined> = new Set(['surface', 'catalogVersion', 'reasoning']);

/** The root that all pointers share; null when they do not. `from` counts only where it is used. */
export function deltaRoot(operations: readonly DeltaOperation[]): DeltaRoot | null {
  const pointers = operations.flatMap(pointersOf);
  const atPayload = pointers.filter(([first]) => PAYLOAD_KEYS.has(first)).length;
  if (atPayload === 0) return 'surface';
  return atPayload === pointers.length ? 'payload' : null;
}

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** True when a pointer leads through a prototype. */
export function hasForbiddenSegment(operation: DeltaOperation): boolean {
  return pointersOf(operation).some((tokens) => tokens.some((token) => FORBIDDEN.has(token)));
}

/** True when a part would be moved below itself. */
export function movesIntoChild(operation: DeltaOperation): boolean {
  if (operation.op !== 'move') return false;
  const { from, path } = operation;
  return path.length > from.length && from.every((token, index) => token === path[index]);
}

function pointersOf(operation: DeltaOperation): readonly (readonly string[])[] {
  return 'from' in operation ? [operation.path, operation.from] : [operation.path];
}

// Strict RFC 6902 over a copy: what is not there fails, and no member of a prototype is ever touched.

/** The patched copy, or the operation that failed. `too-large`: copies of copies would fill the memory. */
export type Applied =
  | { readonly kind: 'applied'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly why: Failure; readonly operation: number };

type Failure = 'path-missing' | 'too-large';

/** Bytes that one patch may add, as JSON. Four times the largest surface that is displayed. */
const MAX_ADDED_BYTES = 1024 * 1024;

type Container = unknown[] | Record<string, unknown>;

/** A document under change: its root in a member, so that the root can be replaced like any other place. */
interface Draft {
  root: unknown;
  addedBytes: number;
}

/**
 * Applies the operations in order to a deep copy. Never changes `value`; the first failure ends it. `value` is at
 * most 64 levels deep. Cost: the size of the value and of what is added, and the siblings of each changed item.
 */
export function applyOperations(value: unknown, operations: readonly DeltaOperation[]): Applied {
  const draft: Draft = { root: copyJson(value), addedBytes: 0 };
  for (const [index, operation] of operations.entries()) {
    const why = apply(draft, operation);
    if (why !== null) return { kind: 'failed', why, operation: index };
  }
  return { kind: 'applied', value: draft.root };
}

function apply(draft: Draft, operation: DeltaOperation): Failure | null {
  const { path } = operation;
  switch (operation.op) {
    case 'add':
      return addCopy(draft, path, operation.value, 'new');
    case 'replace':
      return addCopy(draft, path, operation.value, 'over');
    case 'remove':
      return take(draft, path) === undefined ? 'path-missing' : null;
    case 'copy': {
      const found = find(draft, operation.from);
      return found === undefined ? 'path-missing' : addCopy(draft, path, found, 'new');
    }
    case 'move': {
      if (pointerOf(operation.from) === pointerOf(path))
        return find(draft, path) === undefined ? 'path-missing' : null;
      const taken = take(draft, operation.from);
      return taken !== undefined && put(draft, path, taken, 'new') ? null : 'path-missing';
    }
    default:
      return unreachable(operation);
  }
}

/** A new place, where items of a list make room for it, or over a place that is there. */
type Mode = 'new' | 'over';

function addCopy(draft: Draft, path: readonly string[], value: unknown, mode: Mode): Failure | null {
  const left = MAX_ADDED_BYTES - draft.addedBytes;
  const measure = measureJson(value, { bytes: left, levels: MAX_LEVELS });
  if (measure.kind === 'over') return 'too-large';
  draft.addedBytes += measure.bytes;
  return put(draft, path, copyJson(value), mode) ? null : 'path-missing';
}

/** Undefined for a place that is missing: no JSON value is that. */
function find(draft: Draft, path: readonly string[]): unknown {
  return path.reduce<unknown>(childAt, draft.root);
}

/** The container and the last token; null when the container does not exist. The path is not empty. */
function parentOf(draft: Draft, path: readonly string[]): { place: Container; token: string } | null {
  const place = find(draft, path.slice(0, -1));
  const token = path.at(-1);
  return token !== undefined && isContainer(place) ? { place, token } : null;
}

/** Everything below the draft is its own copy, so it may be changed. */
function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isRecord(value);
}

function put(draft: Draft, path: readonly string[], value: unknown, mode: Mode): boolean {
  if (path.length === 0) {
    draft.root = value;
    return true;
  }
  const parent = parentOf(draft, path);
  if (parent === null) return false;
  const { place, token } = parent;
  if (mode === 'over' && childAt(place, token) === undefined) return false;
  // Defines an own member; assignment could run a setter of a prototype.
  if (!Array.isArray(place))
    return Reflect.defineProperty(place, token, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  // An index as RFC 6901 writes it: digits without leading zeros.
  if (token !== '-' && !/^(?:0|[1-9]\d{0,14})$/.test(token)) return false;
  const index = token === '-' ? place.length : Number(token);
  if (index > place.length) return false;
  place.splice(index, mode === 'over' ? 1 : 0, value);
  return true;
}

/** Removes a place and returns its value. Without the root, nothing is left. */
function take(draft: Draft, path: readonly string[]): unknown {
  const value = find(draft, path);
  if (value === undefined) return undefined;
  const parent = path.length === 0 ? null : parentOf(draft, path);
  if (parent === null) draft.root = undefined;
  else if (Array.isArray(parent.place)) parent.place.splice(Number(parent.token), 1);
  else Reflect.deleteProperty(parent.place, parent.token);
  return value;
}

/** A deep copy that shares nothing with the value. Measure first: the value is at most 64 levels deep. */
export function copyJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  // `fromEntries` defines members, it never assigns: no setter of a prototype runs.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member)]));
}
