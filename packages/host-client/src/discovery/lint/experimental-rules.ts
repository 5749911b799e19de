import { isRecord, type JsonObject, member, pointerTo } from '@openwop-inspector/base';
import type { CapabilityFinding } from '../../answers/discovery.ts';
import { finding } from './capability-rules.ts';

/** Blocks that are looked at; a document has a few hundred. */
const MAX_BLOCKS = 20_000;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Capabilities on trial: `tier: experimental` with `experimentalUntil` (section 5.2). Iterative. */
export function experimentalRules(document: unknown, nowMs: number): readonly CapabilityFinding[] {
  const found: CapabilityFinding[] = [];
  const pending: { readonly item: unknown; readonly pointer: string }[] = [{ item: document, pointer: '' }];
  for (let looked = 0; looked < MAX_BLOCKS; looked++) {
    const next = pending.pop();
    if (next === undefined) break;
    const { item, pointer } = next;
    if (typeof item !== 'object' || item === null) continue;
    if (isRecord(item)) found.push(...blockRules(item, pointer, nowMs));
    for (const [name, below] of Object.entries(item)) {
      if (typeof below === 'object') pending.push({ item: below, pointer: pointerTo(pointer, name) });
    }
  }
  return found.sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
}

function blockRules(block: JsonObject, pointer: string, nowMs: number): readonly CapabilityFinding[] {
  const until = member(block, 'experimentalUntil');
  if (member(block, 'tier') !== 'experimental' && until === undefined) return [];
  if (until === undefined) {
    const message = 'The capability is experimental, and nothing says until when it can be relied on.';
    return [finding('experimental_until_missing', pointer, message)];
  }
  const at = `${pointer}/experimentalUntil`;
  const untilMs = typeof until === 'string' && DATE.test(until) ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(untilMs)) {
    return [finding('experimental_until_invalid', at, 'experimentalUntil is a date, such as "2027-06-30".')];
  }
  const day = new Date(untilMs).toISOString().slice(0, 10);
  if (untilMs < nowMs) {
    return [
      finding('experimental_over', at, `The experiment was to end on ${day}, and is still advertised.`),
    ];
  }
  return [finding('experimental_capability', pointer, `The capability is experimental until ${day}.`)];
}
