/**
 * Whether the views of a live session follow the newest event. While paused, events still arrive and are counted, and
 * every view is paused. Pure, so that the rules can be read as a table.
 */
import { unreachable } from '@openwop-inspector/base';

/** Position of the views while they do not follow. */
export interface ViewPosition {
  /** Number of events in the views when they stopped. */
  readonly events: number;
  /** Highest sequence by then; null when there was none. */
  readonly sequence: number | null;
  readonly by: 'key' | 'scroll' | 'selection';
}

/** Null while the views follow. */
export type Follow = ViewPosition | null;

/** User action. */
export type FollowStep =
  /** `.` or its button. */
  | { readonly kind: 'toggle' }
  /** The list was moved away from its end. */
  | { readonly kind: 'scrolled' }
  /** An event was selected; selecting the newest continues to follow. */
  | { readonly kind: 'selected'; readonly isNewest: boolean };

/** State of the views at a step. */
export type ViewedPlace = Omit<ViewPosition, 'by'>;

export function followAfter(now: Follow, step: FollowStep, at: ViewedPlace): Follow {
  switch (step.kind) {
    case 'toggle':
      return now === null ? { ...at, by: 'key' } : null;
    case 'scrolled':
      return now ?? { ...at, by: 'scroll' };
    case 'selected':
      return now === null && step.isNewest ? null : (now ?? { ...at, by: 'selection' });
    default:
      return unreachable(step);
  }
}

/** Number of events since the views stopped; 0 while they follow. */
export function newSince(follow: Follow, events: number): number {
  return follow === null ? 0 : Math.max(0, events - follow.events);
}
