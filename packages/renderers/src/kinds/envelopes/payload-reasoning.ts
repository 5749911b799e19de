import { valuePart } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import type { SheetPart } from '../sheet/sheet.ts';

/** `reasoning` of a payload: folded, for information only, never merged with anything (envelope 5). */
export function reasoningPart(payload: Members): SheetPart | null {
  if (payload.peek('reasoning') === null) payload.take('reasoning');
  return typeof payload.peek('reasoning') === 'string'
    ? valuePart(payload, 'reasoning', 'Reasoning in the payload', { open: false })
    : null;
}
