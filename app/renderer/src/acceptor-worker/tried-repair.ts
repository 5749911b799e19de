import type { PatchOperation } from '@openwop-inspector/acceptor-core';
import {
  type AcceptContext,
  type AcceptResult,
  createAcceptor,
  type EnvelopePlace,
  proposeRepair,
  type SchemaCompiler,
} from '@openwop-inspector/acceptor-core';
import { masked } from '../model/masked.ts';
import type { TriedRepair } from './acceptor-contract.ts';
import { patchText } from './patch-text.ts';
import { lineOf } from './result-line.ts';

/** Longest envelope a repair is looked for in, in UTF-16 units, and the longest search, in ms. */
const MAX_LENGTH = 200_000;
const SEARCH_MS = 1200;

export interface RepairParts {
  readonly text: string;
  readonly context: AcceptContext;
  readonly place: EnvelopePlace;
  /** Envelopes of the text before this one, as values: they use up limits and set correlationIds. */
  readonly before: readonly unknown[];
  readonly compile: SchemaCompiler;
}

/** Looks for the smallest repair of one envelope of a text; null when there is none or none was found in time. */
export function triedRepair({ text, context, place, before, compile }: RepairParts): TriedRepair | null {
  if (place.length > MAX_LENGTH) return null;
  const envelope = valueIn(text.slice(place.start, place.start + place.length));
  if (envelope === undefined) return null;
  const until = performance.now() + SEARCH_MS;
  const accept = (value: unknown): AcceptResult | null => {
    if (performance.now() > until) return null;
    const acceptor = createAcceptor(context, { compile });
    if (before.length > 0) acceptor.accept({ envelope: before });
    return acceptor.accept({ envelope: value, single: true })[0] ?? null;
  };
  const repair = proposeRepair({ envelope, context, accept });
  if (repair === null) return null;
  return {
    patch: withoutSecrets(repair.patch, context),
    reasons: repair.steps.map(({ reason }) => reason),
    text: patchText(text, place, repair.patch, repair.repaired),
    outcome: lineOf(repair.result),
  };
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutSecrets(
  patch: readonly PatchOperation[],
  { secrets }: AcceptContext,
): readonly PatchOperation[] {
  if (!secrets?.length) return patch;
  return JSON.parse(masked(JSON.stringify(patch), secrets)) as readonly PatchOperation[]; // markers keep its form
}
