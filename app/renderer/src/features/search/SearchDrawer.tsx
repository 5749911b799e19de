import { countOf, formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EventHits, PayloadHit } from '@openwop-inspector/run-log';
import {
  Button,
  EmptyState,
  Icon,
  IconButton,
  Kbd,
  layout,
  Meter,
  SearchField,
  useLasting,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useMemo, useRef } from 'react';
import { keysOf } from '../../commands/commands.ts';
import {
  type HitPlace,
  type HitRows,
  hitRowAt,
  hitText,
  layOutHits,
  markedParts,
  rowOfHit,
  unlistedText,
} from '../../shared/grouped-rows.ts';
import { stopJob } from '../../worker/client.ts';
import { useWantedFilter } from '../filter/filter-selection.ts';
import { showEverything, useSessionView } from '../sessions/view-store.ts';
import {
  closePayloadSearch,
  isSameQuestion,
  mayTakeFocus,
  searchAgain,
  searchPayloads,
  showHit,
  stepHit,
} from './payload-search-actions.ts';
import { changePayloadSearch, type PayloadSearch, usePayloadSearch } from './payload-search-store.ts';

interface SearchDrawerProps {
  readonly sessionId: string;
  /** Number of events in the views; while rows arrive, so far. */
  readonly events: number;
}

/** Container: the search in the payloads of the events selected by the filter and the current run. */
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
      className={layout('column fill topRuled ground')}
      aria-label="Search in payloads"
      data-region="payload-search"
    >
      <header className={layout('bar wrap chrome gap4x8 pad5x12')}>
        <PayloadField
          search={search}
          inputRef={field}
          onText={(next) => changePayloadSearch(sessionId, { text: next })}
          onStep={(direction) => stepHit(sessionId, direction)}
          onList={() => list.current?.focus()}
        />
        <SearchStand sessionId={sessionId} search={search} isNarrowed={filter !== ''} />
        <SearchButtons sessionId={sessionId} hasHits={!none} />
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

const STEPS = [
  { icon: 'arrowUp', label: 'Previous hit', direction: -1 },
  { icon: 'arrowDown', label: 'Next hit', direction: 1 },
] as const;

/** Buttons that go from hit to hit, and the one that closes the search. */
function SearchButtons({ sessionId, hasHits }: { readonly sessionId: string; readonly hasHits: boolean }) {
  return (
    <span className={layout('row toEnd gap4')}>
      {STEPS.map(({ direction, ...look }) => (
        <IconButton
          key={direction}
          {...look}
          small
          isDisabled={!hasHits}
          onPress={() => stepHit(sessionId, direction)}
        />
      ))}
      <Kbd keys={keysOf('next-hit')} isHint />
      <IconButton icon="close" label="Close the search" small onPress={() => closePayloadSearch(sessionId)} />
    </span>
  );
}

interface PayloadFieldProps {
  readonly search: PayloadSearch;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onText: (text: string) => void;
  readonly onStep: (direction: 1 | -1) => void;
  /** Moves the focus to the list of hits. */
  readonly onList: () => void;
}

/** The query. Enter goes to the next hit, the arrow down into the list. */
function PayloadField({ search, inputRef, onText, onStep, onList }: PayloadFieldProps) {
  const isWrong = search.answer?.kind === 'wrong' && search.answer.of === 'text' && !search.isPending;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowDown') onList();
    else return;
    event.preventDefault();
  };
  return (
    <div className={layout('flex grow160 readable')}>
      <SearchField
        label="Text in payloads"
        placeholder="Text in names and values of payloads, or /pattern/"
        value={search.text}
        inputRef={inputRef}
        isWrong={isWrong}
        aria-invalid={isWrong}
        onChange={onText}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

interface SearchNotesProps {
  readonly sessionId: string;
  readonly search: PayloadSearch;
  readonly listed: number;
  /** Number of events in the views so far. */
  readonly events: number;
}

/** Hits that are only counted, and events that have arrived since. */
function SearchNotes({ sessionId, search, listed, events }: SearchNotesProps) {
  const { answer, isPending, searchedEvents } = search;
  if (answer?.kind !== 'found' || isPending) return null;
  const unlisted = unlistedText(answer.hits, listed);
  const hasNews = answer.state === 'done' && events > searchedEvents;
  if (unlisted === null && !hasNews) return null;
  return (
    <p className={layout('bar wrap gap8 aside pad4x12')} role="note">
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

interface SearchStateProps {
  readonly sessionId: string;
  readonly search: PayloadSearch;
  /** A filter is active. */
  readonly isNarrowed: boolean;
}

/** Number of hits, progress, and buttons to stop or continue. */
function SearchStand({ sessionId, search, isNarrowed }: SearchStateProps) {
  const { answer, isPending, question } = search;
  const found = answer?.kind === 'found' ? answer : null;
  const isLong = useLasting(isPending || found?.state === 'running');
  if (question === null || question.text === '') return null;
  const share = isPending || found === null || found.of === 0 ? 0 : found.done / found.of;
  const words = isPending ? (isLong ? 'searching …' : '') : found === null ? '' : hitText(found);
  return (
    <>
      <span className={layout('nowrap second')}>{words}</span>
      {isLong ? (
        <>
          <span
            className={layout('flexes short')}
            role="progressbar"
            aria-label="Search in payloads"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.floor(share * 100)}
          >
            <Meter share={share} tone="accent" />
          </span>
          <Button small icon="stop" onPress={() => stopJob('stopPayloadSearch', sessionId)}>
            Stop
          </Button>
        </>
      ) : null}
      {!isPending && found?.state === 'stopped' ? (
        <Button small onPress={() => searchAgain(sessionId)}>
          Search again
        </Button>
      ) : null}
      {isNarrowed ? <span className={layout('nowrap third')}>within the filter</span> : null}
    </>
  );
}

/** Meaning of an empty list: no query, nothing found so far or at all, or an invalid query. */
export function NoHits({ sessionId, search, isNarrowed }: SearchStateProps) {
  return <div className={layout('fill scrolls')}>{reasonOf(sessionId, search, isNarrowed)}</div>;
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

interface HitListProps {
  readonly rows: HitRows;
  readonly current: HitPlace | null;
  /** Goes to a row; with `takesFocus` focuses the payload. */
  readonly onShow: (row: number, takesFocus: boolean) => void;
  readonly listRef: RefObject<VirtualRowsHandle | null>;
}

/** Events with their hits under them: one tree of two levels. */
export function HitList({ rows, current, onShow, listRef }: HitListProps) {
  const found = rowOfHit(rows, current);
  const activeIndex = found < 0 ? null : found;
  useEffect(() => {
    if (activeIndex !== null) listRef.current?.reveal(activeIndex, 'least');
  }, [activeIndex, listRef]);
  const rowAttributes = (index: number) => {
    const row = hitRowAt(rows, index);
    if (row === null) return {};
    const { event, hit, at } = row;
    return hit === null
      ? { level: 1, expanded: true, posInSet: rows.events.indexOf(event) + 1, setSize: rows.events.length }
      : { level: 2, posInSet: at + 1, setSize: event.hits.length };
  };
  /** From a hit to the header of its event, from there to the first of its hits. */
  const onFold = (direction: 'fold' | 'unfold'): void => {
    const row = activeIndex === null ? null : hitRowAt(rows, activeIndex);
    if (activeIndex === null || row === null) return;
    if (direction === 'fold' && row.at >= 0) onShow(activeIndex - row.at - 1, false);
    if (direction === 'unfold' && row.at < 0) onShow(activeIndex + 1, false);
  };
  return (
    <VirtualRows
      ref={listRef}
      kind="tree"
      label="Hits in payloads"
      className={layout.fill}
      count={rows.rows}
      activeIndex={activeIndex}
      rowAttributes={rowAttributes}
      renderRow={(index) => {
        const row = hitRowAt(rows, index);
        if (row === null) return null;
        return row.hit === null ? <EventHead event={row.event} /> : <Hit hit={row.hit} />;
      }}
      handlers={{ onMove: (index) => onShow(index, false), onOpen: (index) => onShow(index, true), onFold }}
    />
  );
}

function EventHead({ event }: { readonly event: EventHits }) {
  const { sequence, type, nodeId, total, hits } = event;
  const more = total > hits.length ? `, ${hits.length} of them listed` : '';
  return (
    <div className={layout('row full topRuled chrome gap8 pad0x12')}>
      <span className={layout('code third')}>{formatSequence(sequence)}</span>
      <VisibleText as="code" className={layout('bold code')} text={type} />
      {nodeId === null ? null : (
        <VisibleText as="code" className={layout('code second ellipsis')} text={nodeId} />
      )}
      <span className={layout('toEnd third fixed')}>
        {countOf(total, 'hit')}
        {more}
      </span>
    </div>
  );
}

/** Width of the pointers of hits, in CSS pixels; narrower only where the window is. */
const POINTER_WIDTH = 260;

function Hit({ hit }: { readonly hit: PayloadHit }) {
  const [before, behind] = hit.isCut;
  return (
    <div className={layout('row full gap12 indented')}>
      <code
        className={layout('code third clip shrinks')}
        style={{ width: POINTER_WIDTH }}
        title={hit.pointer}
      >
        <VisibleText text={hit.pointer} />
      </code>
      {hit.part === 'name' ? <span className={layout('meta third fixed')}>name</span> : null}
      {hit.isMasked ? (
        <span className={layout('meta warnText inlineRow gap4 fixed')}>
          <Icon name="masked" size={12} /> in masked text
        </span>
      ) : null}
      <span className={layout('code grow clip')}>
        {before ? '…' : ''}
        {markedParts(hit).map(({ text, isFound }, at) =>
          isFound ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity but their place
            <mark key={at} className={layout('bold underlined warnTint rounded primary')}>
              <VisibleText text={text} />
            </mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <VisibleText key={at} text={text} />
          ),
        )}
        {behind ? '…' : ''}
        {hit.value === null ? null : (
          <span className={layout.second}>
            {': '}
            <VisibleText text={hit.value} />
          </span>
        )}
      </span>
    </div>
  );
}
