import type { Severity } from '@openwop-inspector/protocol';
import type { Verdict } from '@openwop-inspector/run-log';
import type { IconName } from '@openwop-inspector/ui';

/** Worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/** Glyph and word that travel with the colour of a severity. */
export const SEVERITY_FORM: Record<Severity, { readonly icon: IconName; readonly word: string }> = {
  error: { icon: 'failed', word: 'Error' },
  warning: { icon: 'warning', word: 'Warning' },
  note: { icon: 'note', word: 'Note' },
};

/** Glyph of a verdict; its word is the title of the verdict itself. */
export const VERDICT_ICON: Record<Verdict['tone'], IconName> = {
  failed: 'failed',
  ok: 'ok',
  waiting: 'waiting',
  running: 'running',
  warning: 'warning',
  unknown: 'unknown',
};
