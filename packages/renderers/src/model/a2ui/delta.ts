/** Delta frames over a surface that was delivered: applied strictly, refused closed (envelope 7.6). */
import { createRedactor, isRecord, member, type Redactor, type Secret } from '@openwop-inspector/base';
import type { ContentTrust } from '@openwop-inspector/protocol';
import { jsonSize } from '../json/json-measure.ts';
import {
  applyOperations,
  type DeltaFrame,
  type DeltaRoot,
  deltaRoot,
  hasForbiddenSegment,
  movesIntoChild,
  readDeltaFrame,
} from './delta-frame.ts';
import { surfaceViolations, withoutNulls } from './read-surface.ts';
import { carriedValues, type FieldValues, fieldValues, maskedValues } from './surface-actions.ts';
import { componentsOf } from './surface-model.ts';

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

/** Maximum size of a base for frames; one above 256 KiB is displayed as a notice in any case. */
const MAX_BASE_BYTES = 1024 * 1024;
/** A result may be larger than its base, and still be a surface. */
const MAX_RESULT_BYTES = 2 * 1024 * 1024;

/** The chain before its first frame. */
export function startDeltaChain({ surfaceRef, base, values, contentTrust, secrets }: DeltaStart): DeltaChain {
  const mask = createRedactor(secrets ?? []);
  const payload = typeof jsonSize(base, MAX_BASE_BYTES) === 'number' ? mask.value(base).value : null;
  return {
    surfaceRef,
    payload,
    values: fieldValues(componentsOf(payload), maskedValues(values, mask)),
    contentTrust: contentTrust ?? null,
    waitsForFull: false,
  };
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
  return patched(chain, read, root, createRedactor(secrets));
}

function patched(chain: DeltaChain, frame: DeltaFrame, root: DeltaRoot, mask: Redactor): DeltaStep {
  const target = root === 'payload' ? chain.payload : member(chain.payload, 'surface');
  const operations = frame.operations.map((one) =>
    'value' in one ? { ...one, value: mask.value(one.value).value } : one,
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
  const isTooLarge = typeof jsonSize(payload, MAX_RESULT_BYTES) === 'string';
  if (isTooLarge || surfaceViolations(withoutNulls(payload)).length > 0)
    return refused(chain, root, 'delta_invalid_result');
  const values = carriedValues(componentsOf(chain.payload), componentsOf(payload), chain.values);
  return { kind: 'applied', chain: { ...chain, payload, values }, root };
}

function withSurface(payload: unknown, surface: unknown): unknown {
  if (!isRecord(payload)) return payload;
  const members = Object.entries(payload).filter(([key]) => key !== 'surface');
  // Removed whole: a payload without a surface, which the schema then refuses.
  return Object.fromEntries(surface === undefined ? members : [...members, ['surface', surface]]);
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

interface DeltaCodeInfo {
  /** Sentence case, no full stop. Contains no text of the frame. */
  readonly title: string;
  readonly clause: string;
  /** The correct form for a host to send. */
  readonly advice: string;
}

export const DELTA_CODES = {
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
    advice: 'Move a part next to or above its place.',
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
export type DeltaCode = keyof typeof DELTA_CODES;
