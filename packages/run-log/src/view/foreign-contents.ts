/** What a source holds that is no run: items of an export, envelopes. */
import { cutMasked, formatCount, isRecord, type MaskedText, masker, words } from '@openwop-inspector/base';
import type { LogIndex } from '../index/log-index.ts';

/** Items that are listed. */
const MAX_ITEMS = 1_000;
const MAX_TEXT = 256;
const LOOKED_AT = 1024;

/** One item of an export bundle (bundles section 3), as it names itself; a name that is missing is empty. */
export interface ExportItem {
  readonly kind: MaskedText;
  readonly ref: MaskedText;
  readonly dependsOn: readonly MaskedText[];
}

/** The items of an export bundle (bundles section 3), at most 1,000; their payloads are not looked at. */
export function exportItems(header: ReadonlyMap<string, unknown>): readonly ExportItem[] {
  const items = header.get('items');
  if (!Array.isArray(items)) return [];
  return items.slice(0, MAX_ITEMS).map((item: unknown) => {
    const { kind, ref, dependsOn } = isRecord(item) ? item : {};
    return {
      kind: shortText(kind),
      ref: shortText(ref),
      dependsOn: Array.isArray(dependsOn) ? dependsOn.slice(0, 100).map(shortText) : [],
    };
  });
}

function shortText(value: unknown): MaskedText {
  return typeof value === 'string'
    ? cutMasked(masker.identity(value.slice(0, LOOKED_AT)), MAX_TEXT)
    : words``;
}

/** What a source without events is, by the entries that it holds; null when there are none. */
export function explainEntries({ events, envelopes }: LogIndex): string | null {
  if (events > 0 || envelopes.length === 0) return null;
  return `${counted(envelopes.length, 'envelope')}, and no event of a run`;
}

function counted(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`;
}
