/** What events say in figures: how long what they end has taken, tokens and cost. */
import { describeEvent } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import { spansOf } from './filter/spans.ts';
import type { LoadedLog } from './loaded-log.ts';
import { PayloadReader } from './read-payload.ts';
import { NO_USE, type SpanUse, useIn } from './recorded-use.ts';
import { mapSideBySide } from './side-by-side.ts';

/** What an event says in figures; null for what it does not. */
export interface RowFigures {
  /** How long what it ends has taken, by the times of both events. */
  readonly tookMs: number | null;
  readonly tokens: number | null;
  readonly costUsd: number | null;
}

/** The figures of some events. Costs one read for each that tells of use, and once a log O(events). */
export async function rowFigures(
  log: LoadedLog,
  ordinals: readonly number[],
): Promise<readonly RowFigures[]> {
  const reader = new PayloadReader(log, ordinals.length);
  const uses = await mapSideBySide(ordinals, async (ordinal): Promise<SpanUse> => {
    const isUse = describeEvent(foldedType(log.index.typeOf(ordinal))).act === 'usage';
    return isUse ? useIn((await reader.read(ordinal))?.payload) : NO_USE;
  });
  const spans = spansOf(log);
  return ordinals.map((ordinal, at) => {
    const { tokens, costUsd } = uses[at] ?? NO_USE;
    const tookMs = spans.of(ordinal);
    return { tookMs: Number.isNaN(tookMs) ? null : tookMs, tokens, costUsd };
  });
}
