import { applyOperation, childAt, pointerTo, pointerTokens, valueAt } from '@openwop-inspector/base';
import { UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import type { AcceptContext, OutcomeDetail } from '../accept-context.ts';
import type { AcceptResult } from '../accept-result.ts';
import { declaredNames } from '../json/schema-text.ts';
import { envelopePlacesAt, isRequired, type SchemaPlace } from '../schema-lookup/schema-at.ts';
import { stepInfo } from '../steps/step-table.ts';

/** One thing to change. Words without content of the envelope; operations hold values of it, unmasked. */
export interface RepairStep {
  /** One line, third person, such as `adds a member that is missing`. */
  readonly reason: string;
  readonly operations: readonly PatchOperation[];
}

/** A step that may help. The lower the cost, the less of what was written is lost. */
export interface Candidate extends RepairStep {
  readonly cost: number;
}

/** A refused envelope, and what its repair may draw on. */
export interface Refused {
  readonly envelope: unknown;
  readonly context: AcceptContext;
  readonly result: AcceptResult;
}

/** One violation at its place in the envelope. */
export interface Violation {
  readonly refused: Refused;
  readonly detail: OutcomeDetail;
  /** From the envelope. */
  readonly pointer: string;
  readonly value: unknown;
  /** Subschemas that hold there. */
  readonly places: readonly SchemaPlace[];
}

/** Clock of examples when the context has none. */
const NO_CLOCK = '1970-01-01T00:00:00Z';

export function clockOf({ context }: Refused): string {
  return context.now ?? NO_CLOCK;
}

/** Kinds that the host recognises; null when its catalogue is unknown. */
export function catalogueOf({ context }: Refused): readonly string[] | null {
  const supported = context.host?.supportedEnvelopes;
  return supported === undefined ? null : [...new Set([...UNIVERSAL_KINDS, ...supported])];
}

/** The violations of a refusal; pointers of the payload step are counted from the payload. */
export function violationsOf(refused: Refused): readonly Violation[] {
  const base = stepInfo(refused.result.step)?.base ?? '';
  return (refused.result.outcome?.details ?? []).map((detail) => {
    const pointer = base + detail.instancePath;
    const value = valueAt(refused.envelope, pointer);
    return { refused, detail, pointer, value, places: placesOf(refused, pointer) };
  });
}

export function placesOf({ context, envelope }: Refused, pointer: string): readonly SchemaPlace[] {
  return envelopePlacesAt(envelope, pointer, context.schemas);
}

/** Whether the member at the pointer is declared and may be left out. */
export function isOptional(refused: Refused, pointer: string): boolean {
  const name = pointerTokens(pointer)?.at(-1);
  if (name === undefined) return false;
  const parent = placesOf(refused, pointer.slice(0, pointer.lastIndexOf('/')));
  return parent.some(({ schema }) => declaredNames(schema).includes(name)) && !isRequired(parent, name);
}

export function replaces(pointer: string, value: unknown, reason: string, cost: number): Candidate {
  return { reason, cost, operations: [{ op: 'replace', path: pointer, value }] };
}

/** One candidate for each value. With `ranks` each costs 1/`ranks` more than the one before it. */
export function replacesAny(
  pointer: string,
  values: readonly unknown[],
  reason: string,
  cost: number,
  ranks = Number.POSITIVE_INFINITY,
): readonly Candidate[] {
  return values.map((value, index) => replaces(pointer, value, reason, cost + index / ranks));
}

export function removes(pointer: string, reason: string, cost: number): Candidate {
  return { reason, cost, operations: [{ op: 'remove', path: pointer }] };
}

export function adds(parent: string, name: string, value: unknown, reason: string, cost: number): Candidate {
  return { reason, cost, operations: [{ op: 'add', path: pointerTo(parent, name), value }] };
}

export function renames(parent: string, from: string, to: string, cost: number): Candidate {
  const [source, path] = [pointerTo(parent, from), pointerTo(parent, to)];
  return { reason: `gives a member the name ${to}`, cost, operations: [{ op: 'move', from: source, path }] };
}

// The part of JSON Patch that repairs are made of (RFC 6902): add, remove, replace, move.

export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

/** The changed value, or null when an operation finds no place. */
export type Patched = { readonly value: unknown } | null;

/** Applies operations in order to a copy of what they touch; the value itself and the rest of it stay as they are. */
export function applyPatch(value: unknown, operations: readonly PatchOperation[]): Patched {
  const draft = { root: value };
  const isApplied = operations.every((operation) => {
    const path = pointerTokens(operation.path);
    const from = operation.op === 'move' ? pointerTokens(operation.from) : [];
    if (path === null || from === null) return false;
    draft.root = opened(opened(draft.root, path), from);
    return applyOperation(
      draft,
      operation.op === 'move' ? { op: 'move', path, from } : { ...operation, path },
    );
  });
  return isApplied && draft.root !== undefined ? { value: draft.root } : null;
}

/** The value with copies of what the keys lead through, everything else as it is. */
function opened(value: unknown, [key, ...keys]: readonly string[]): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const child = childAt(copy, key);
  if (child !== undefined) Reflect.set(copy, key, opened(child, keys));
  return copy;
}
