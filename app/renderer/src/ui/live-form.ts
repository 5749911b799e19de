import type { LiveStatus } from '@openwop-inspector/host-client';
import type { IconName } from '@openwop-inspector/ui';

/** Glyph of a connection; its label is the title or the label of the tab (model/live-words.ts). */
export function liveIcon({ state, end }: Pick<LiveStatus, 'state' | 'end'>): IconName {
  if (end === 'refused' || end === 'reader-failed' || end === 'stopped') return 'failed';
  if (end === 'detached') return 'unknown';
  return STATE_ICON[state];
}

const STATE_ICON: Record<LiveStatus['state'], IconName> = {
  connecting: 'running',
  live: 'live',
  behind: 'warning',
  backfilling: 'download',
  lost: 'lost',
  ended: 'ok',
};
