import type { ViewLink } from '../model/view-link.ts';
import type { SessionView } from './view-store.ts';

/** What an address, or a session file, says of the view of a session; the selection is not part of it (`landing.ts`). */
export function viewOfLink({
  filter,
  brush,
  level,
  run,
  taint,
  view,
  bench,
  tab,
}: ViewLink): Partial<SessionView> {
  return {
    filterText: filter,
    brush,
    level: level ?? 'everything',
    run,
    taint,
    bench,
    ...(view === null ? {} : { view }),
    ...(tab === null ? {} : { tab }),
  };
}
