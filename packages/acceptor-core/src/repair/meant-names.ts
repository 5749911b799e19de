/** "Did you mean": names and values near those that were refused, without trying them out. */

import { childAt, nearNames, pointerTokens, valueAt } from '@openwop-inspector/base';
import { UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import { candidatesFor } from './candidates.ts';
import type { PatchOperation } from './json-patch.ts';
import { catalogueOf, type Refused } from './repair-step.ts';

/** Names for one place. */
const MAX_NEAR = 3;
/** Candidates that resemble what was written cost less. */
const NEAR_COST = 1.7;

/**
 * For a refusal, the members, listed values and kinds that resemble what was written, the nearest first, at most three a
 * place, by the pointer from the envelope. `kinds` are those that the host recognises, or that the contract of the node
 * takes, for a kind that it does not; null for other refusals and an unknown catalogue. Never throws. O(violations ×
 * names of the schema).
 */
export function meantNames(refused: Refused) {
  const near = new Map<string, string[]>();
  for (const { cost, operations } of candidatesFor(refused)) {
    const [only] = operations;
    if (cost >= NEAR_COST || only === undefined || operations.length > 1) continue;
    const meant = meantBy(only, refused.envelope);
    if (meant === null) continue;
    const names = near.get(meant.pointer) ?? [];
    if (names.length < MAX_NEAR && !names.includes(meant.name)) names.push(meant.name);
    near.set(meant.pointer, names);
  }
  const kinds = kindsFor(refused);
  const type = childAt(refused.envelope, 'type');
  // No repair selects another kind for a node that does not take this one; the intended kind may be named.
  if (refused.result.step === 'contract' && typeof type === 'string')
    near.set('/type', nearNames(type, kinds ?? []).slice(0, MAX_NEAR));
  return { near, kinds };
}

function kindsFor(refused: Refused): readonly string[] | null {
  const { code, step } = refused.result;
  if (code === 'unknown_envelope_kind') return catalogueOf(refused);
  const accepts = refused.context.contract?.accepts;
  return step === 'contract' && accepts !== undefined ? [...new Set([...UNIVERSAL_KINDS, ...accepts])] : null;
}

/** A member that gets another name, or a text that another one takes the place of. */
function meantBy(
  operation: PatchOperation,
  envelope: unknown,
): { readonly pointer: string; readonly name: string } | null {
  if (operation.op === 'move') {
    const name = pointerTokens(operation.path)?.at(-1);
    const isRenamed = parentOf(operation.from) === parentOf(operation.path);
    return name === undefined || !isRenamed ? null : { pointer: operation.from, name };
  }
  if (operation.op !== 'replace' || typeof operation.value !== 'string') return null;
  if (typeof valueAt(envelope, operation.path) !== 'string') return null;
  return { pointer: operation.path, name: operation.value };
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
