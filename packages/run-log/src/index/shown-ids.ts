import { type MaskedText, masker, mayBeMasked } from '@openwop-inspector/base';

/** Ids that were masked and are kept, so that a question by what was shown finds them; the oldest go first. */
const KEPT = 10_000;

/** Ids of a log as they are shown. Ids are taken apart by nobody, so one that looks like a secret keeps a tag (S-14). */
export class ShownIds {
  private readonly masked = new Map<MaskedText, string>();

  of(recorded: string): MaskedText {
    const shown = masker.identity(recorded);
    if (shown === recorded || this.masked.has(shown)) return shown;
    this.masked.set(shown, recorded);
    const oldest = this.masked.size > KEPT ? this.masked.keys().next() : undefined;
    if (oldest !== undefined && oldest.done !== true) this.masked.delete(oldest.value);
    return shown;
  }

  /** The id as recorded, of one that was shown before; any other text as it is. Never for showing. */
  recorded(asked: string): string {
    if (!mayBeMasked(asked)) return asked;
    for (const [shown, recorded] of this.masked) if (shown === asked) return recorded;
    return asked;
  }
}
