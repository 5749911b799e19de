import type { EventTone } from '@openwop-inspector/events';
import type { Severity } from '@openwop-inspector/protocol';
import { type IconName, layout } from '@openwop-inspector/ui';

/** Worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** Glyph and word that travel with the colour of a severity. */
export const SEVERITY_FORM: Record<Severity, { readonly icon: IconName; readonly word: string }> = {
  error: { icon: 'failed', word: 'Error' },
  warning: { icon: 'warning', word: 'Warning' },
  note: { icon: 'note', word: 'Note' },
};

/** Colour of the glyph or name of an event in a row: that of its trouble, the other where it is in none. */
export function troubleColour(tone: EventTone | undefined, other: string): string {
  return tone === 'failed' ? layout.errorText : tone === 'warning' ? layout.warnText : other;
}
