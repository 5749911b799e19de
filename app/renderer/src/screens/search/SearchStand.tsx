import { Button, classNames, layout, Meter, useLasting } from '@openwop-inspector/ui';
import { hitWords } from '../../model/payload-hits.ts';
import { searchAgain, stopPayloadSearch } from '../../state/payload-search-actions.ts';
import type { PayloadSearch } from '../../state/payload-search-store.ts';
import styles from './Search.module.css';

export interface SearchStandProps {
  readonly sessionId: string;
  readonly search: PayloadSearch;
  /** A filter is in force. */
  readonly isNarrowed: boolean;
}

/** How much was found, how far the search is, and the way to end it or to go on. */
export function SearchStand({ sessionId, search, isNarrowed }: SearchStandProps) {
  const { answer, isPending, question } = search;
  const found = answer?.kind === 'found' ? answer : null;
  const isLong = useLasting(isPending || found?.state === 'running');
  if (question === null || question.text === '') return null;
  const share = isPending || found === null || found.of === 0 ? 0 : found.done / found.of;
  const words = isPending ? (isLong ? 'searching …' : '') : found === null ? '' : hitWords(found);
  return (
    <>
      <span className={classNames(layout.nowrap, layout.second)}>{words}</span>
      {isLong ? (
        <>
          <span
            className={styles.meter}
            role="progressbar"
            aria-label="Search in payloads"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.floor(share * 100)}
          >
            <Meter share={share} tone="accent" />
          </span>
          <Button small icon="stop" onPress={() => stopPayloadSearch(sessionId)}>
            Stop
          </Button>
        </>
      ) : null}
      {!isPending && found?.state === 'stopped' ? (
        <Button small onPress={() => searchAgain(sessionId)}>
          Search again
        </Button>
      ) : null}
      {isNarrowed ? <span className={classNames(layout.nowrap, layout.third)}>within the filter</span> : null}
    </>
  );
}
