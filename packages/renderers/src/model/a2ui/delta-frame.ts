/** Reads a delta frame and checks all of it that can be checked without a surface (envelope 7.6). */
import { isRecord, member, ownString, strictPointerTokens } from '@openwop-inspector/base';
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
