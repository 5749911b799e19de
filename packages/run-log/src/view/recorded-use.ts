/** What payloads say of the use of models: tokens and cost (run-events.md 3.2.8). */
import { addDecimals, isRecord } from '@openwop-inspector/base';

/** What calls of models used, where the host recorded it; null for what it did not record. */
export interface SpanUse {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Input and output, or the total where only that is recorded. */
  readonly tokens: number | null;
  /** Costs in US dollars; those in other currencies cannot be added and are left out. */
  readonly costUsd: number | null;
}

/** Nothing is recorded. */
export const NO_USE: SpanUse = { inputTokens: null, outputTokens: null, tokens: null, costUsd: null };

/** What a payload says was used, in itself, in its `usage` or in that of its `meta`: the first that tells of tokens. */
export function useIn(payload: unknown): SpanUse {
  if (!isRecord(payload)) return NO_USE;
  const costUsd = costIn(payload);
  const meta = isRecord(payload.meta) ? payload.meta : {};
  for (const usage of [payload, payload.usage, meta.usage]) {
    const total = countIn(usage, 'totalTokens');
    const inputTokens = countIn(usage, 'inputTokens') ?? countIn(usage, 'promptTokens');
    const outputTokens = countIn(usage, 'outputTokens') ?? countIn(usage, 'completionTokens');
    const tokens = total ?? added(inputTokens, outputTokens);
    if (tokens !== null) return { inputTokens, outputTokens, tokens, costUsd };
  }
  return { ...NO_USE, costUsd };
}

/** The sums of two uses; what only one of them records counts alone. */
export function addUse(a: SpanUse, b: SpanUse): SpanUse {
  return {
    inputTokens: added(a.inputTokens, b.inputTokens),
    outputTokens: added(a.outputTokens, b.outputTokens),
    tokens: added(a.tokens, b.tokens),
    costUsd: added(a.costUsd, b.costUsd),
  };
}

/** A finite number from 0, of a member; null for anything else. */
export function countIn(value: unknown, name: string): number | null {
  if (!isRecord(value) || !Object.hasOwn(value, name)) return null;
  const number = value[name];
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : null;
}

/** The cost of a call; null for one in another currency, which cannot be added. */
function costIn(payload: Record<string, unknown>): number | null {
  const { currency } = payload;
  const isDollars = currency === undefined || currency === null || currency === 'USD';
  return isDollars ? countIn(payload, 'costEstimateUsd') : null;
}

function added(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : addDecimals(a ?? 0, b ?? 0);
}
