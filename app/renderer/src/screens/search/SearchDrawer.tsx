import { classNames, IconButton, Kbd, layout, type VirtualRowsHandle } from '@openwop-inspector/ui';
import { useEffect, useMemo, useRef } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { layOutHits } from '../../model/payload-hits.ts';
import { useWantedFilter } from '../../queries/filter-selection.ts';
import {
  closePayloadSearch,
  isSameQuestion,
  mayTakeFocus,
  searchPayloads,
  setPayloadText,
  showHit,
  stepHit,
} from '../../state/payload-search-actions.ts';
import { usePayloadSearch } from '../../state/payload-search-store.ts';
import { useSessionView } from '../../state/view-store.ts';
import { HitList } from './HitList.tsx';
import { NoHits } from './NoHits.tsx';
import { PayloadField } from './PayloadField.tsx';
import styles from './Search.module.css';
import { SearchNotes } from './SearchNotes.tsx';
import { SearchStand } from './SearchStand.tsx';

export interface SearchDrawerProps {
  readonly sessionId: string;
  /** Events of the views; while rows arrive, by now. */
  readonly events: number;
}

/** Container: the search in the payloads of what the filter and the run in sight select. */
export function SearchDrawer({ sessionId, events }: SearchDrawerProps) {
  const search = usePayloadSearch(sessionId);
  const filter = useWantedFilter(sessionId);
  const run = useSessionView(sessionId, (view) => view.run);
  const text = search.text.trim();
  const isDue = !isSameQuestion(search.question, { text, filter, run });
  useEffect(() => {
    if (isDue) void searchPayloads(sessionId, { text, filter, run }, events);
  }, [isDue, sessionId, text, filter, run, events]);
  const rows = useMemo(() => layOutHits(search.events), [search.events]);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<VirtualRowsHandle>(null);
  useEffect(() => {
    if (mayTakeFocus(sessionId)) field.current?.focus();
  }, [sessionId]);
  const none = rows.rows === 0;
  return (
    <section
      className={classNames(layout.column, layout.fixed, layout.topRuled, layout.ground, styles.drawer)}
      aria-label="Search in payloads"
      data-region="payload-search"
    >
      <header className={classNames(layout.bar, layout.wrap, layout.chrome, layout.gap4x8, layout.pad5x12)}>
        <PayloadField
          search={search}
          inputRef={field}
          onText={(next) => setPayloadText(sessionId, next)}
          onStep={(direction) => stepHit(sessionId, direction)}
          onList={() => list.current?.focus()}
        />
        <SearchStand sessionId={sessionId} search={search} isNarrowed={filter !== ''} />
        <span className={classNames(layout.row, layout.toEnd, layout.gap4)}>
          <IconButton
            icon="arrowUp"
            label="Previous hit"
            small
            isDisabled={none}
            onPress={() => stepHit(sessionId, -1)}
          />
          <IconButton
            icon="arrowDown"
            label="Next hit"
            small
            isDisabled={none}
            onPress={() => stepHit(sessionId, 1)}
          />
          <Kbd keys={keysOf('next-hit')} isHint />
          <IconButton
            icon="close"
            label="Close the search"
            small
            onPress={() => closePayloadSearch(sessionId)}
          />
        </span>
      </header>
      <SearchNotes sessionId={sessionId} search={search} listed={rows.listed} events={events} />
      {none ? (
        <NoHits sessionId={sessionId} search={search} isNarrowed={filter !== ''} />
      ) : (
        <HitList
          rows={rows}
          current={search.current}
          onShow={(row, takesFocus) => showHit(sessionId, row, takesFocus)}
          listRef={list}
        />
      )}
    </section>
  );
}
