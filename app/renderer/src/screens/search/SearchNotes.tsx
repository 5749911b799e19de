import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { unlistedWords } from '../../model/payload-hits.ts';
import { searchAgain } from '../../state/payload-search-actions.ts';
import type { PayloadSearch } from '../../state/payload-search-store.ts';

export interface SearchNotesProps {
  readonly sessionId: string;
  readonly search: PayloadSearch;
  readonly listed: number;
  /** Events of the views by now. */
  readonly events: number;
}

/** What the list does not show: hits that are only counted, and events that have come since. */
export function SearchNotes({ sessionId, search, listed, events }: SearchNotesProps) {
  const { answer, isPending, askedOf } = search;
  if (answer?.kind !== 'found' || isPending) return null;
  const unlisted = unlistedWords(answer.hits, listed);
  const hasNews = answer.state === 'done' && events > askedOf;
  if (unlisted === null && !hasNews) return null;
  return (
    <p className={classNames(layout.bar, layout.wrap, layout.gap8, layout.aside, layout.pad4x12)} role="note">
      {unlisted === null ? null : (
        <>
          <Icon name="truncated" /> {unlisted}
        </>
      )}
      {hasNews ? (
        <>
          Events have come since.
          <Button look="link" onPress={() => searchAgain(sessionId)}>
            Search again
          </Button>
        </>
      ) : null}
    </p>
  );
}
