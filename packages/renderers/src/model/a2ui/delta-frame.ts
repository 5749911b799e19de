/** A delta frame: read, checked as far as it can be without a surface, and applied (envelope 7.6). */
import {
  applyOperation,
  copyJson,
  isRecord,
  type JsonOperation,
  member,
  ownString,
  placeIn,
  strictPointerTokens,
} from '@openwop-inspector/base';
import { checkA2uiDelta } from '@openwop-inspector/protocol';
import { jsonSize } from '../json/json-measure.ts';

/** Where pointers begin: at the surface, as the app host and the RFC write them, or at the payload around it. */
export type DeltaRoot = 'surface' | 'payload';

export interface DeltaFrame {
  readonly surfaceRef: string;
  readonly catalogVersion: string;
  readonly operations: readonly JsonOperation[];
}

/** A frame larger than this is not read; a full surface is at most 256 KiB. */
const MAX_BYTES = 1024 * 1024;

/** A frame; null when it has another shape, an operation lacks `from` or `value`, or a pointer is none. */
export function readDeltaFrame(value: unknown): DeltaFrame | null {
  if (typeof jsonSize(value, MAX_BYTES) === 'string' || checkA2uiDelta(value).length > 0) return null;
  const patch = member(value, 'patch');
  const operations = (Array.isArray(patch) ? patch : []).map(operationOf);
  const surfaceRef = ownString(value, 'surfaceRef');
  const catalogVersion = ownString(value, 'catalogVersion');
  if (surfaceRef === null || catalogVersion === null) return null;
  const whole = operations.filter((operation) => operation !== null);
  return whole.length === operations.length ? { surfaceRef, catalogVersion, operations: whole } : null;
}

function operationOf(value: unknown): JsonOperation | null {
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
export function deltaRoot(operations: readonly JsonOperation[]): DeltaRoot | null {
  const pointers = operations.flatMap(pointersOf);
  const atPayload = pointers.filter(([first]) => PAYLOAD_KEYS.has(first)).length;
  if (atPayload === 0) return 'surface';
  return atPayload === pointers.length ? 'payload' : null;
}

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** True when a pointer leads through a prototype. */
export function hasForbiddenSegment(operation: JsonOperation): boolean {
  return pointersOf(operation).some((tokens) => tokens.some((token) => FORBIDDEN.has(token)));
}

/** True when a part would be moved below itself. */
export function movesIntoChild(operation: JsonOperation): boolean {
  if (operation.op !== 'move') return false;
  const { from, path } = operation;
  return path.length > from.length && from.every((token, index) => token === path[index]);
}

function pointersOf(operation: JsonOperation): readonly (readonly string[])[] {
  return 'from' in operation ? [operation.path, operation.from] : [operation.path];
}

/** The patched copy, or the operation that failed. `too-large`: copies of copies would fill the memory. */
export type Applied =
  | { readonly kind: 'applied'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly why: 'path-missing' | 'too-large'; readonly operation: number };

/** Bytes that one patch may add, as JSON. Four times the largest surface that is displayed. */
const MAX_ADDED_BYTES = 1024 * 1024;

/**
 * Applies the operations in order to a deep copy. Never changes `value`; the first failure ends it. `value` is at
 * most 64 levels deep. Cost: the size of the value and of what is added, and the siblings of each changed item.
 */
export function applyOperations(value: unknown, operations: readonly JsonOperation[]): Applied {
  const draft = { root: copyJson(value) };
  let left = MAX_ADDED_BYTES;
  for (const [index, operation] of operations.entries()) {
    const failed = (why: 'path-missing' | 'too-large') =>
      ({ kind: 'failed', why, operation: index }) as const;
    const copied = operation.op === 'copy' ? placeIn(draft, operation.from) : undefined;
    const added = 'value' in operation ? operation.value : copied;
    const size = added === undefined ? 0 : jsonSize(added, left);
    if (typeof size === 'string') return failed('too-large');
    left -= size;
    if (!applyOperation(draft, operation)) return failed('path-missing');
  }
  return { kind: 'applied', value: draft.root };
}
