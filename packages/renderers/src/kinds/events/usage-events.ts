/** Tokens and cost of one provider call (run-events 3.2.8). */
import { formatCount } from '@openwop-inspector/base';
import { flagField, idField, numberField, plainValue } from '../sheet/fields.ts';
import type { Members } from '../sheet/members.ts';
import { called, own, say } from '../sheet/say.ts';
import type { SheetField } from '../sheet/sheet.ts';
import { type EventReader, eventSheets } from '../sheet/sheet-renderer.ts';

/**
 * Only the members of the schema are shown: whatever else a host put beside them may be anything, and is named without
 * its value (security A, cost attributes by allow-list).
 */
const usage: EventReader = (payload) => ({
  lead: {
    glyph: 'usage',
    tone: 'plain',
    badge: 'Usage',
    words: say`${called('Model', 'A model', payload.peekText('model'))} read ${own(tokens(payload, 'inputTokens'))} and wrote ${own(tokens(payload, 'outputTokens'))}.`,
  },
  fields: [
    idField(payload, 'provider', 'Provider'),
    idField(payload, 'model', 'Model'),
    numberField(payload, 'inputTokens', 'Tokens in', 'tokens'),
    numberField(payload, 'outputTokens', 'Tokens out', 'tokens'),
    numberField(payload, 'totalTokens', 'Tokens in all', 'tokens'),
    numberField(payload, 'cacheReadTokens', 'Read from cache', 'tokens'),
    numberField(payload, 'cacheWriteTokens', 'Written to cache', 'tokens'),
    flagField(payload, 'cacheHit', 'Cache hit'),
    costField(payload),
    idField(payload, 'nodeId', 'Node'),
    idField(payload, 'traceId', 'Trace'),
  ],
  contentFree: true,
});

function tokens(payload: Members, key: string): string {
  const count = payload.peekNumber(key);
  return count === null
    ? 'an unknown number of tokens'
    : `${formatCount(count)} ${count === 1 ? 'token' : 'tokens'}`;
}

/** An estimate by the host. Its field is named for US dollars; a currency beside it is shown as written. */
function costField(payload: Members): SheetField | null {
  const cost = payload.peekNumber('costEstimateUsd');
  const currency = payload.peekText('currency');
  payload.take('currency');
  if (!payload.has('costEstimateUsd')) {
    return currency === null
      ? null
      : { label: 'Currency', value: { kind: 'id', text: currency }, pointer: payload.pointerOf('currency') };
  }
  const pointer = payload.pointerOf('costEstimateUsd');
  const written = payload.take('costEstimateUsd');
  const isScalar = typeof written !== 'object' || written === null;
  const value =
    cost !== null
      ? ({ kind: 'own', words: say`${cost} ${currency ?? own('USD')}` } as const)
      : isScalar
        ? plainValue(written, 'costEstimateUsd')
        : ({ kind: 'withheld' } as const);
  return { label: 'Cost, estimated', value, pointer };
}

export const usageEvents = eventSheets('usage', 'Provider usage', { 'provider.usage': usage });
