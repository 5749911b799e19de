/** Delta frames over a surface that was delivered: applied strictly, refused closed (envelope 7.6). */
import { isRecord, member, ownString, strictPointerTokens } from '@openwop-inspector/base';
import { type A2uiComponent, type ContentTrust, checkA2uiDelta } from '@openwop-inspector/protocol';
import { MAX_LEVELS, measureJson } from '../json/json-measure.ts';
import { createSecretMask, type Secret, type SecretMask } from '../redact/secret-mask.ts';
import { applyOperations } from './apply-operations.ts';
import { carriedValues, type FieldValue, type FieldValues, fieldValues } from './field-values.ts';
import { readSurface, surfaceViolations, withoutNulls } from './read-surface.ts';

/** A surface and the frames that came for it on one connection, up to some frame. */
export interface DeltaChain {
  /** Id of the event that brought the full surface; it stays the same while the surface advances. */
  readonly surfaceRef: string;
  /** The last good surface, secrets masked. */
  readonly payload: unknown;
  readonly values: FieldValues;
  /** Of the full surface; frames say nothing about trust, so none of them can raise it. */
  readonly contentTrust: ContentTrust | null;
  /** A frame was refused: the surface is inert, and later frames stay raw until a full one comes. */
  readonly waitsForFull: boolean;
}

export interface DeltaStart {
  readonly surfaceRef: string;
  /** The full payload, of any shape. Frames fail for one that is not a surface. */
  readonly base: unknown;
  readonly values?: FieldValues;
  readonly contentTrust?: ContentTrust | null | undefined;
  readonly secrets?: readonly Secret[];
}

/** Why a frame was refused. */
export interface DeltaFailure {
  readonly code: DeltaCode;
  /** Index of the operation at fault; null when the frame as a whole is. */
  readonly operation: number | null;
}

/** What one frame did. `skipped`: the chain was waiting for a full surface already. */
export type DeltaStep =
  | { readonly kind: 'applied'; readonly chain: DeltaChain; readonly root: DeltaRoot }
  | {
      readonly kind: 'refused';
      readonly chain: DeltaChain;
      readonly root: DeltaRoot | null;
      readonly failure: DeltaFailure;
    }
  | { readonly kind: 'skipped'; readonly chain: DeltaChain };

/** Maximum size of a base for frames; one above 256 KiB is shown as a notice in any case. */
const BASE_LIMITS = { bytes: 1024 * 1024, levels: MAX_LEVELS };
/** A result may be larger than its base, and still be a surface. */
const RESULT_LIMITS = { bytes: 2 * 1024 * 1024, levels: MAX_LEVELS };

/** The chain before its first frame. */
export function startDeltaChain({ surfaceRef, base, values, contentTrust, secrets }: DeltaStart): DeltaChain {
  const mask = createSecretMask(secrets ?? []);
  const isHeld = measureJson(base, BASE_LIMITS).kind === 'measured';
  const payload = isHeld ? mask.value(base) : null;
  const given = new Map([...(values ?? [])].map(([id, value]) => [mask.text(id), maskedValue(value, mask)]));
  return {
    surfaceRef,
    payload,
    values: fieldValues(componentsOf(payload), given),
    contentTrust: contentTrust ?? null,
    waitsForFull: false,
  };
}

function maskedValue(value: FieldValue, mask: SecretMask): FieldValue {
  return typeof value === 'string' ? mask.text(value) : value;
}

/**
 * Applies one frame to the chain, without changing it. Checks run in the order of the codes; a refused frame leaves
 * payload and values and makes the chain wait. Never throws on any frame.
 */
export function applyDeltaFrame(
  chain: DeltaChain,
  frame: unknown,
  secrets: readonly Secret[] = [],
): DeltaStep {
  if (chain.waitsForFull) return { kind: 'skipped', chain };
  const read = readDeltaFrame(frame);
  if (read === null) return refused(chain, null, 'delta_bad_frame');
  if (read.surfaceRef !== chain.surfaceRef) return refused(chain, null, 'delta_unknown_ref');
  const root = deltaRoot(read.operations);
  const version = member(chain.payload, 'catalogVersion');
  if (read.catalogVersion !== version) return refused(chain, root, 'delta_catalog_mismatch');
  if (root === null) return refused(chain, null, 'delta_mixed_roots');
  const forbidden = read.operations.findIndex(hasForbiddenSegment);
  if (forbidden >= 0) return refused(chain, root, 'delta_forbidden_segment', forbidden);
  const moved = read.operations.findIndex(movesIntoChild);
  if (moved >= 0) return refused(chain, root, 'delta_move_into_child', moved);
  return patched(chain, read, root, createSecretMask(secrets));
}

function patched(chain: DeltaChain, frame: DeltaFrame, root: DeltaRoot, mask: SecretMask): DeltaStep {
  const target = root === 'payload' ? chain.payload : member(chain.payload, 'surface');
  const operations = frame.operations.map((one) =>
    'value' in one ? { ...one, value: mask.value(one.value) } : one,
  );
  const applied = applyOperations(target, operations);
  if (applied.kind === 'failed') {
    const code = applied.why === 'too-large' ? 'delta_invalid_result' : 'delta_path_missing';
    return refused(chain, root, code, applied.operation);
  }
  const payload = root === 'payload' ? applied.value : withSurface(chain.payload, applied.value);
  if (member(payload, 'catalogVersion') !== frame.catalogVersion) {
    return refused(chain, root, 'delta_catalog_changed');
  }
  if (!isSurfacePayload(payload)) return refused(chain, root, 'delta_invalid_result');
  const values = carriedValues(componentsOf(chain.payload), componentsOf(payload), chain.values);
  return { kind: 'applied', chain: { ...chain, payload, values }, root };
}

function withSurface(payload: unknown, surface: unknown): unknown {
  if (!isRecord(payload)) return payload;
  const members = Object.entries(payload).filter(([key]) => key !== 'surface');
  // Removed whole: a payload without a surface, which the schema then refuses.
  return Object.fromEntries(surface === undefined ? members : [...members, ['surface', surface]]);
}

function isSurfacePayload(payload: unknown): boolean {
  if (measureJson(payload, RESULT_LIMITS).kind === 'over') return false;
  return surfaceViolations(withoutNulls(payload)).length === 0;
}

const NO_MASK = createSecretMask([]);

/** Components of a masked payload; none when a renderer would show a notice instead. */
function componentsOf(payload: unknown): readonly A2uiComponent[] {
  const read = readSurface(payload, NO_MASK);
  return read.kind === 'surface' ? read.payload.surface.components : [];
}

function refused(
  chain: DeltaChain,
  root: DeltaRoot | null,
  code: DeltaCode,
  operation: number | null = null,
): DeltaStep {
  return { kind: 'refused', chain: { ...chain, waitsForFull: true }, root, failure: { code, operation } };
}

/** All frames in order, with what each of them did; frames after a refused one are skipped. */
export function playDeltaFrames(start: DeltaStart, frames: readonly unknown[]): readonly DeltaStep[] {
  const steps: DeltaStep[] = [];
  let chain = startDeltaChain(start);
  for (const frame of frames) {
    const step = applyDeltaFrame(chain, frame, start.secrets);
    steps.push(step);
    chain = step.chain;
  }
  return steps;
}

/** What can be wrong with a delta frame, in the order of the checks (envelope 7.6, vectors FORMAT 4). */

export interface DeltaCodeInfo {
  /** Sentence case, no full stop. Contains no text of the frame. */
  readonly title: string;
  readonly clause: string;
  /** The correct form for a host to send. */
  readonly advice: string;
}

const codes = {
  delta_bad_frame: {
    title: 'This is not a delta frame',
    clause: 'envelope 7.6',
    advice:
      'Send surfaceRef, catalogVersion and a patch of add, remove, replace, move or copy, with whole pointers.',
  },
  delta_unknown_ref: {
    title: 'The frame names a surface that was not delivered here',
    clause: 'envelope 7.6 (1)',
    advice: 'Send the full surface first, and name the event it came in.',
  },
  delta_catalog_mismatch: {
    title: 'The frame is for another version of the catalogue',
    clause: 'envelope 7.6 (2)',
    advice: 'Send the catalogVersion of the surface.',
  },
  delta_mixed_roots: {
    title: 'Some pointers begin at the payload and some at the surface',
    clause: 'envelope 7.6 (3)',
    advice: 'Begin all pointers of a frame at one root.',
  },
  delta_forbidden_segment: {
    title: 'A pointer leads through a prototype',
    clause: 'envelope 7.6 (4)',
    advice: 'Do not name __proto__, constructor or prototype.',
  },
  delta_move_into_child: {
    title: 'A part is moved into itself',
    clause: 'envelope 7.6 (4)',
    advice: 'Move a part beside or above its place.',
  },
  delta_path_missing: {
    title: 'A pointer leads to nothing',
    clause: 'envelope 7.6 (4)',
    advice: 'Send the full surface; the host and this side hold different ones.',
  },
  delta_catalog_changed: {
    title: 'The patch changes the version of the catalogue',
    clause: 'envelope 7.6 (5)',
    advice: 'Send a full surface for another version.',
  },
  delta_invalid_result: {
    title: 'The patched surface is not made of the catalogue',
    clause: 'envelope 7.6 (5)',
    advice: 'Send a patch whose result is a legal surface.',
  },
} as const satisfies Record<string, DeltaCodeInfo>;

/** A reason to refuse a delta frame. */
export type DeltaCode = keyof typeof codes;

/** Words of a code. */
export function deltaCodeInfo(code: DeltaCode): DeltaCodeInfo {
  return codes[code];
}

// Reads a delta frame and checks all of it that can be checked without a surface (envelope 7.6).

/** One operation of RFC 6902 with its pointers as tokens. `test` is not among them. */
export type DeltaOperation =
  | { readonly op: 'add' | 'replace'; readonly path: readonly string[]; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: readonly string[] }
  | { readonly op: 'move' | 'copy'; readonly path: readonly string[]; readonly from: readonly string[] };

/** Where pointers begin: at the surface, as the app host and the RFC write them, or at the payload around it. */
export type DeltaRoot = 'surface' | 'payload';

interface DeltaFrame {
  readonly surfaceRef: string;
  readonly catalogVersion: string;
  readonly operations: readonly DeltaOperation[];
}

/** A frame larger than this is not read; a full surface is at most 256 KiB. */
const MAX_BYTES = 1024 * 1024;

/** A frame; null when it has another shape, an operation lacks `from` or `value`, or a pointer is none. */
function readDeltaFrame(value: unknown): DeltaFrame | null {
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
function deltaRoot(operations: readonly DeltaOperation[]): DeltaRoot | null {
  const pointers = operations.flatMap(pointersOf);
  const atPayload = pointers.filter(([first]) => PAYLOAD_KEYS.has(first)).length;
  if (atPayload === 0) return 'surface';
  return atPayload === pointers.length ? 'payload' : null;
}

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** True when a pointer leads through a prototype. */
function hasForbiddenSegment(operation: DeltaOperation): boolean {
  return pointersOf(operation).some((tokens) => tokens.some((token) => FORBIDDEN.has(token)));
}

/** True when a part would be moved below itself. */
function movesIntoChild(operation: DeltaOperation): boolean {
  if (operation.op !== 'move') return false;
  const { from, path } = operation;
  return path.length > from.length && from.every((token, index) => token === path[index]);
}

function pointersOf(operation: DeltaOperation): readonly (readonly string[])[] {
  return 'from' in operation ? [operation.path, operation.from] : [operation.path];
}
