import { Button, classNames, EmptyState, layout } from '@openwop-inspector/ui';
import { searchAgain } from '../../state/payload-search-actions.ts';
import type { PayloadSearch } from '../../state/payload-search-store.ts';
import { showEverything } from '../../state/view-actions.ts';

export interface NoHitsProps {
  readonly sessionId: string;
  readonly search: PayloadSearch;
  /** A filter is in force. */
  readonly isNarrowed: boolean;
}

/** What an empty list means: nothing asked, nothing found so far or at all, or a text that is not understood. */
export function NoHits({ sessionId, search, isNarrowed }: NoHitsProps) {
  return (
    <div className={classNames(layout.fill, layout.scrolls)}>{reasonOf(sessionId, search, isNarrowed)}</div>
  );
}

function reasonOf(sessionId: string, { answer, isPending, question }: PayloadSearch, isNarrowed: boolean) {
  if (question === null || question.text === '') {
    return (
      <EmptyState title="Search the payloads of this run">
        Names and values are searched, upper and lower case alike. A text between slashes is a pattern:{' '}
        <code>/timeout \d+/</code>, or <code>/timeout/i</code> for upper and lower case alike. Only events
        that the filter selects are searched.
      </EmptyState>
    );
  }
  if (answer === null || isPending) return null;
  if (answer.kind === 'failed') {
    return (
      <EmptyState
        title="The payloads could not be searched"
        actions={<Button onPress={() => searchAgain(sessionId)}>Search again</Button>}
      >
        {answer.reason}
      </EmptyState>
    );
  }
  if (answer.kind === 'wrong') {
    const { column, message } = answer.why;
    return (
      <div role="alert">
        <EmptyState
          title={answer.of === 'text' ? 'This pattern is not understood' : 'The filter is not understood'}
        >
          Column {column + 1}: {message}.
        </EmptyState>
      </div>
    );
  }
  if (answer.state === 'running') return null;
  const isWhole = answer.state === 'done';
  return (
    <EmptyState
      title={isWhole ? 'No payload holds this text' : 'Nothing was found before the search was stopped'}
      {...(isNarrowed
        ? { actions: <Button onPress={() => showEverything(sessionId)}>Search all events</Button> }
        : {})}
    >
      {isNarrowed ? 'Only events that the filter selects were searched.' : null}
    </EmptyState>
  );
}
