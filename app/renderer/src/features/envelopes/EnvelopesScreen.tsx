import { countOf, formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import {
  Badge,
  Button,
  EmptyState,
  Icon,
  Kbd,
  type ListHandlers,
  layout,
  listMoveInText,
  Pending,
  SearchField,
  tones,
  useRowHeight,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { memo, type Ref, useRef, useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { type EnvelopePages, useEnvelopePages, useRevealOnce } from '../../shared/pages.ts';
import { useVisibleEnvelope, type VisibleEnvelope } from '../detail/content-queries.ts';
import { useRowsController } from '../sessions/list-controller.ts';
import { isLoading, useSessionPart } from '../sessions/sessions-store.ts';
import { type ChosenEnvelope, changeView, selectEnvelope, useSessionView } from '../sessions/view-store.ts';
import { attemptForm, envelopeForm, envelopeRowName, kindText, totalText } from './envelope-text.ts';

/** Number of attempt glyphs that fit in a row. */
const MAX_GLYPHS = 6;

/** One logical envelope: state, kind, node, then the word of its state, its attempts and its summary. */
const EnvelopeRow = memo(function EnvelopeRow({ envelope }: { readonly envelope: LogicalEnvelope }) {
  const { nodeId, untrusted, summary, attempts } = envelope;
  const form = envelopeForm(envelope);
  return (
    <div className={layout('grid full ruled gap2x6 pad0x12 glyphColumn centredRows')}>
      <Icon name={form.icon} className={layout('selfCentred', tones[form.tone])} />
      <span className={layout('row narrow gap6')}>
        <code className={layout('ellipsis narrow bold shrinks')} title={kindText(envelope)}>
          <VisibleText text={kindText(envelope)} />
        </code>{' '}
        <span className={layout('ellipsis fixed toEnd code third max14ch')} title={nodeId ?? undefined}>
          {nodeId === null ? '' : <VisibleText text={nodeId} />}
        </span>
      </span>{' '}
      <span className={layout('row aside narrow gap6 column2')}>
        <b className={layout('fixed bold', tones[form.tone])}>{form.word}</b>{' '}
        {untrusted ? <Badge tone="untrusted">Untrusted</Badge> : null}{' '}
        {attempts.length < 2 ? null : (
          <span className={layout('inlineRow fixed gap3')}>
            {attempts.slice(-MAX_GLYPHS).map((attempt) => {
              const { icon, tone } = attemptForm(attempt);
              return <Icon key={attempt.number} name={icon} size={12} className={tones[tone]} />;
            })}
          </span>
        )}
        <span className={layout('ellipsis narrow')} title={summary}>
          <VisibleText text={summary} />
        </span>
      </span>
    </div>
  );
});

const placeText = (index: number): string => `envelope ${formatCount(index + 1)}`;

/** Container of the list of logical envelopes, with its filter. */
export function EnvelopesScreen({ sessionId }: { readonly sessionId: string }) {
  const text = useSessionView(sessionId, (view) => view.envelopeText);
  const list = useRef<VirtualRowsHandle>(null);
  const visible = useVisibleEnvelope(sessionId);
  // The list begins with the row of the selected event.
  const start = visible.kind === 'found' && text.trim() === '' ? (visible.position ?? 0) : 0;
  const pages = useEnvelopePages(sessionId, text.trim(), visible.kind === 'pending' ? null : start);
  const { totals } = pages;
  const count = totals !== null && text.trim() !== '' ? formatCount(totals.total) : null;
  const onChange = (next: string) => changeView(sessionId, { envelopeText: next });
  return (
    <section className={layout('column fill')} aria-label="Envelopes" data-region="list">
      <search
        className={layout('fixed ruled chrome pad5x12')}
        data-region="filter"
        aria-label="Filter of envelopes"
      >
        <SearchField
          label="Filter envelopes"
          value={text}
          onChange={onChange}
          count={count}
          placeholder="kind: node: trust:"
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') onChange('');
            else if (event.key === 'Escape' || event.key === 'Enter' || listMoveInText(event.key) === 'next')
              list.current?.focus();
            else return;
            event.preventDefault();
          }}
          end={count === null ? <Kbd keys={keysOf('filter')} isHint /> : null}
        />
      </search>
      {pages.failure !== null ? (
        <EmptyState title="Envelopes could not be read">{pages.failure}</EmptyState>
      ) : totals === null ? (
        <Pending>Searching for envelopes.</Pending>
      ) : totals.total === 0 ? (
        <NoEnvelopes sessionId={sessionId} text={text.trim()} />
      ) : (
        <Rows sessionId={sessionId} pages={pages} text={text.trim()} list={list} total={totals.total} />
      )}
    </section>
  );
}

interface RowsProps {
  readonly sessionId: string;
  readonly pages: EnvelopePages;
  readonly text: string;
  readonly list: { readonly current: VirtualRowsHandle | null };
  readonly total: number;
}

function Rows(props: RowsProps) {
  const { sessionId, pages } = props;
  const { activeKey, activeIndex, onMove, onRange } = useEnvelopeCursor(props);
  return (
    <>
      <EnvelopeList
        total={props.total}
        rowAt={pages.rowAt}
        activeIndex={activeIndex}
        activeKey={activeKey}
        handlers={{ onMove, onOpen: () => changeView(sessionId, { tab: 'envelope' }), onRange }}
        listRef={props.list}
      />
      {pages.totals === null ? null : (
        <p className={layout('rowTop aside fixed topRuled gap6 pad8x12 topIcon')}>
          <Icon name="note" className={tones.note} />
          <span>
            {totalText(pages.totals)}. Partial chunks are counted with their final one.
            {pages.totals.leftOut === 0
              ? ''
              : ` ${formatCount(pages.totals.leftOut)} were not searched: there are too many.`}
          </span>
        </p>
      )}
    </>
  );
}

const NOTHING = () => undefined;

/**
 * Synchronizes the active row and the displayed envelope. Moving selects at once; a selection made elsewhere scrolls
 * its row into view once and never again.
 */
function useEnvelopeCursor({ sessionId, pages, text, list, total }: RowsProps) {
  const visible = useVisibleEnvelope(sessionId);
  const key = visible.kind === 'found' ? visible.envelope.key : null;
  const chosen = useSessionView(sessionId, (view) => view.envelope);
  // A row that was not loaded when a key went to it.
  const [wanted, setWanted] = useState<{ readonly text: string; readonly index: number } | null>(null);
  const place = placeIn(visible, text, total, chosen);
  const activeIndex = wanted?.text === text ? wanted.index : place;

  // The last move counts, as in the list of events.
  const lastMove = useRef(-1);
  const moveTo = (index: number) => {
    const select = (row: LogicalEnvelope) => selectEnvelope(sessionId, { row, index, text, attempt: null });
    lastMove.current = index;
    const row = pages.isSettled ? pages.rowAt(index) : null;
    setWanted(row === null ? { text, index } : null);
    if (row !== null) return select(row);
    void pages.fetchRow(index).then((fetched) => {
      setWanted((now) => (now?.index === index ? null : now));
      if (fetched !== null && lastMove.current === index) select(fetched);
    });
  };

  const [isPlaced, setPlaced] = useState(false);
  useRevealOnce(key, place, (row) => {
    list.current?.reveal(row);
    // The scrolled list knows its rows in the next frame.
    requestAnimationFrame(() => setPlaced(true));
  });

  const onRange = place === null || isPlaced ? pages.onRange : NOTHING;
  useRowsController(activeIndex, total, moveTo, list);
  return { activeKey: key, activeIndex, onMove: moveTo, onRange };
}

function NoEnvelopes({ sessionId, text }: { readonly sessionId: string; readonly text: string }) {
  const isArriving = useSessionPart(sessionId, isLoading) ?? false;
  const all = useSessionPart(sessionId, ({ summary }) => summary?.logicalEnvelopes ?? null);
  if (text !== '') {
    return (
      <EmptyState
        title="No envelope has these words"
        actions={
          <Button icon="close" onPress={() => changeView(sessionId, { envelopeText: '' })}>
            {all === null ? 'Show all' : `Show all ${formatCount(all)}`}
          </Button>
        }
      >
        None of {all === null ? 'the envelopes' : countOf(all, 'envelope')} contains <code>{text}</code>.
        Words are searched in kind, node, correlationId, state and summary; <code>kind:</code>,{' '}
        <code>node:</code>, <code>state:</code> and <code>trust:</code> before a word look there alone.
      </EmptyState>
    );
  }
  if (isArriving) return <EmptyState title="Envelopes are listed when the file has been read" />;
  return (
    <EmptyState title="This log holds no envelope">
      <p>
        An envelope is what a model says to the engine: a question, a surface, media, an error, or a kind of
        the host. No event here contains or reports one.
      </p>
      <p>Events of other kinds are displayed under Rendered, next to their list.</p>
    </EmptyState>
  );
}

interface EnvelopeListProps {
  readonly total: number;
  readonly rowAt: (index: number) => LogicalEnvelope | null;
  readonly activeIndex: number | null;
  /** Key of the envelope whose event is selected; null when the selected event belongs to none. */
  readonly activeKey: string | null;
  readonly handlers: ListHandlers;
  readonly listRef: Ref<VirtualRowsHandle>;
}

/** The logical envelopes: a virtual listbox. Knows no store. */
export function EnvelopeList(props: EnvelopeListProps) {
  const { total, rowAt, activeIndex, activeKey, handlers, listRef } = props;
  /** Of two lines and their padding. */
  const rowHeight = useRowHeight() * 2 + 2;
  return (
    <div className={layout.fill}>
      <VirtualRows
        ref={listRef}
        label="Envelopes"
        count={total}
        rowHeight={rowHeight}
        activeIndex={activeIndex}
        rowAttributes={(index) => {
          const row = rowAt(index);
          const selected = activeKey !== null && row?.key === activeKey;
          return { name: row === null ? placeText(index) : envelopeRowName(row), selected };
        }}
        renderRow={(index) => {
          const row = rowAt(index);
          if (row !== null) return <EnvelopeRow envelope={row} />;
          return <span className={layout('ident padLeft36')}>{placeText(index)}</span>;
        }}
        handlers={handlers}
      />
    </div>
  );
}

/** Row of the displayed envelope; null when none is, or the filter excludes it as far as is known. */
function placeIn(visible: VisibleEnvelope, text: string, total: number, chosen: ChosenEnvelope | null) {
  if (visible.kind !== 'found') return null;
  const isChosen = chosen?.text === text && chosen.row.key === visible.envelope.key;
  if (isChosen && chosen.index < total) return chosen.index;
  return text === '' ? visible.position : null;
}
