/** The smallest change after which a refused envelope is accepted. */
import { childAt } from '@openwop-inspector/base';
import type { AcceptContext } from '../accept-context.ts';
import { type AcceptResult, isRefusal } from '../accept-result.ts';
import { profileOf } from '../pipeline/profiles.ts';
import { candidatesFor } from './candidates.ts';
import { applyPatch, type Candidate, type PatchOperation, type RepairStep } from './repair-step.ts';

/** Input of a repair. */
export interface RepairRequest {
  /** The refused envelope, parsed. Never changed. */
  readonly envelope: unknown;
  /** The context it was refused in: catalogue, versions, schemas and clock are drawn on. */
  readonly context: AcceptContext;
  /**
   * What the acceptor says of another version of the envelope, in the state the refused one met: a fresh acceptor
   * each time, or null when it says nothing. Called some hundred times at most, so keep compiled schemas.
   */
  readonly accept: (envelope: unknown) => AcceptResult | null;
}

/** A change that was tried out. Values come from the envelope as they are: mask before showing. */
export interface Repair {
  /** All operations in order (RFC 6902). */
  readonly patch: readonly PatchOperation[];
  /** The same in parts, each with its reason; none can be left out. */
  readonly steps: readonly RepairStep[];
  readonly repaired: unknown;
  /** What the acceptor says of the repaired envelope, with the trace that `accept` gives: accepted. */
  readonly result: AcceptResult;
}

/** Steps that are put together; an envelope that needs more was meant as something else. */
const MAX_STEPS = 12;

/**
 * Proposes a repair, or null: when the envelope is not refused, when the refusal is about the host, the limits, the
 * contract or the trust, and when nothing that was tried is accepted. One step is preferred to several; what was
 * written is moved or converted before it is removed. The same request gives the same repair. Never throws unless
 * `accept` does. Cost: at most 60 runs for each step.
 */
export function proposeRepair({ accept, context, envelope }: RepairRequest): Repair | null {
  const first = accept(envelope);
  if (first === null || !isRefusal(first)) return null;
  let tried: Attempt = { envelope, result: first };
  const steps: RepairStep[] = [];
  while (steps.length < MAX_STEPS) {
    const next = bestStep(tried, context, accept);
    if (next === null) return null;
    steps.push({ reason: next.step.reason, operations: next.step.operations });
    tried = next.attempt;
    if (tried.result.status !== 'accepted') continue;
    return keepsSome(envelope, tried.envelope) ? smallest(envelope, steps, tried, accept) : null;
  }
  return null;
}

/** Whether some of a payload is left: an envelope that shares nothing with what was written repairs nothing. */
function keepsSome(before: unknown, after: unknown): boolean {
  const [written, left] = [membersOf(before), membersOf(after)];
  if (written.size === 0) return true;
  const values = new Set(left.values());
  return [...written].some(([name, value]) => left.has(name) || values.has(value));
}

function membersOf(envelope: unknown): ReadonlyMap<string, unknown> {
  const payload = childAt(envelope, 'payload');
  return new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
}

interface Attempt {
  readonly envelope: unknown;
  readonly result: AcceptResult;
}

interface TriedStep {
  readonly step: Candidate;
  readonly attempt: Attempt;
}

type Accept = RepairRequest['accept'];

/** The first candidate that is accepted, else the one that comes furthest beyond where the envelope is now. */
function bestStep(now: Attempt, context: AcceptContext, accept: Accept): TriedStep | null {
  let best: TriedStep | null = null;
  // The steps as they run; the reference host has an order of its own (acceptor 9).
  const order = profileOf(context.profile ?? 'lenient').steps.map(({ id }) => id);
  for (const step of candidatesFor({ envelope: now.envelope, context, result: now.result })) {
    const attempt = attemptOf(now.envelope, [step], accept);
    if (attempt === null) continue;
    if (attempt.result.status === 'accepted') return { step, attempt };
    if (isBetter(attempt.result, (best?.attempt ?? now).result, order)) best = { step, attempt };
  }
  return best;
}

function attemptOf(envelope: unknown, steps: readonly RepairStep[], accept: Accept): Attempt | null {
  const patched = applyPatch(
    envelope,
    steps.flatMap((step) => step.operations),
  );
  const result = patched === null ? null : accept(patched.value);
  return patched === null || result === null ? null : { envelope: patched.value, result };
}

/** Refused later, or at the same step for fewer reasons. */
function isBetter(one: AcceptResult, other: AcceptResult, order: readonly string[]): boolean {
  if (!isRefusal(one)) return false;
  const [place, otherPlace] = [order.indexOf(one.step), order.indexOf(other.step)];
  return place > otherPlace || (place === otherPlace && violationCount(one) < violationCount(other));
}

function violationCount({ outcome }: AcceptResult): number {
  return outcome?.details?.length ?? 0;
}

/** Leaves out every step that is not needed after all, as when a later one replaced its work. */
function smallest(envelope: unknown, steps: readonly RepairStep[], last: Attempt, accept: Accept): Repair {
  let stored = steps;
  let attempt = last;
  for (const step of steps) {
    if (stored.length === 1) break;
    const fewer = stored.filter((other) => other !== step);
    const without = attemptOf(envelope, fewer, accept);
    if (without?.result.status !== 'accepted') continue;
    stored = fewer;
    attempt = without;
  }
  const patch = stored.flatMap((step) => step.operations);
  return { patch, steps: stored, repaired: attempt.envelope, result: attempt.result };
}
