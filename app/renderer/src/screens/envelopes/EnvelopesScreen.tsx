import { countOf, formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import {
  Badge,
  Button,
  classNames,
  EmptyState,
  Icon,
  Kbd,
  layout,
  listMoveInText,
  Pending,
  SearchField,
  tones,
  useRowHeight,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { memo, type Ref, useRef } from 'react';
import { keysOf } from '../../commands/commands.ts';
import {
  attemptForm,
  envelopeForm,
  envelopeRowName,
  kindText,
  totalText,
} from '../../model/envelope-text.ts';
import { useEnvelopeInSight } from '../../queries/content-queries.ts';
import { type EnvelopePages, useEnvelopePages } from '../../queries/pages.ts';
import { isLoading, useSessionPart } from '../../state/sessions-store.ts';
import { setEnvelopeText, showTab } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import styles from './Envelopes.module.css';
import { useEnvelopeCursor } from './use-envelope-cursor.ts';

/** Number of attempt glyphs that fit in a row. */
const MAX_GLYPHS = 6;

/** One logical envelope: state, kind, node, then the word of its state, its attempts and its summary. */
const EnvelopeRow = memo(function EnvelopeRow({ envelope }: { readonly envelope: LogicalEnvelope }) {
  const { nodeId, untrusted, summary, attempts } = envelope;
  const form = envelopeForm(envelope);
  return (
    <div className={classNames(layout.grid, layout.full, layout.ruled, styles.row)}>
      <Icon name={form.icon} className={classNames(styles.state, tones[form.tone])} />
      <span className={classNames(layout.row, layout.narrow, layout.gap6)}>
        <code
          className={classNames(layout.ellipsis, layout.narrow, layout.bold, layout.shrinks)}
          title={kindText(envelope)}
        >
          <VisibleText text={kindText(envelope)} />
        </code>{' '}
        <span
          className={classNames(
            layout.ellipsis,
            layout.fixed,
            layout.toEnd,
            layout.code,
            layout.third,
            styles.node,
          )}
          title={nodeId ?? undefined}
        >
          {nodeId === null ? '' : <VisibleText text={nodeId} />}
        </span>
      </span>{' '}
      <span className={classNames(layout.row, layout.aside, layout.narrow, layout.gap6, styles.line)}>
        <b className={classNames(layout.fixed, layout.bold, tones[form.tone])}>{form.word}</b>{' '}
        {untrusted ? <Badge tone="untrusted">Untrusted</Badge> : null}{' '}
        {attempts.length < 2 ? null : (
          <span className={classNames(layout.inlineRow, layout.fixed, layout.gap3)}>
            {attempts.slice(-MAX_GLYPHS).map((attempt) => {
              const { icon, tone } = attemptForm(attempt);
              return <Icon key={attempt.number} name={icon} size={12} className={tones[tone]} />;
            })}
          </span>
        )}
        <span className={classNames(layout.ellipsis, layout.narrow)} title={summary}>
          <VisibleText text={summary} />
        </span>
      </span>
    </div>
  );
});

/** Height of two lines and their padding, in rows of the density. */
const ROWS_OF_TWO_LINES = 2;

/** Content of a row until it is fetched. */
const placeText = (index: number): string => `envelope ${formatCount(index + 1)}`;

/** Container of the list of logical envelopes, with its filter. */
export function EnvelopesScreen({ sessionId }: { readonly sessionId: string }) {
  const text = useSessionView(sessionId, (view) => view.envelopeText);
  const list = useRef<VirtualRowsHandle>(null);
  const pages = useEnvelopePages(sessionId, text.trim());
  return (
    <section className={classNames(layout.column, layout.fill)} aria-label="Envelopes" data-region="list">
      <EnvelopeField
        value={text}
        onChange={(next) => setEnvelopeText(sessionId, next)}
        onLeave={() => list.current?.focus()}
        count={pages.totals !== null && text.trim() !== '' ? formatCount(pages.totals.total) : null}
      />
      <ListInSight sessionId={sessionId} pages={pages} text={text.trim()} list={list} />
    </section>
  );
}

interface ListInSightProps {
  readonly sessionId: string;
  readonly pages: EnvelopePages;
  readonly text: string;
  readonly list: { readonly current: VirtualRowsHandle | null };
}

function ListInSight({ sessionId, pages, text, list }: ListInSightProps) {
  const { totals, failure } = pages;
  if (failure !== null) return <EmptyState title="Envelopes could not be read">{failure}</EmptyState>;
  if (totals === null) return <Pending>Searching for envelopes.</Pending>;
  if (totals.total === 0) return <NoEnvelopes sessionId={sessionId} text={text} />;
  return <Rows sessionId={sessionId} pages={pages} text={text} list={list} total={totals.total} />;
}

function Rows({ sessionId, pages, text, list, total }: ListInSightProps & { readonly total: number }) {
  const inSight = useEnvelopeInSight(sessionId);
  const displayedKey = inSight.kind === 'found' ? inSight.envelope.key : null;
  const { activeIndex, moveTo } = useEnvelopeCursor(sessionId, { inSight, pages, text, total }, list);
  return (
    <>
      <EnvelopeList
        total={total}
        rowAt={pages.rowAt}
        onRange={pages.onRange}
        activeIndex={activeIndex}
        shownKey={displayedKey}
        onMove={moveTo}
        onOpen={() => showTab(sessionId, 'envelope')}
        listRef={list}
      />
      {pages.totals === null ? null : (
        <p
          className={classNames(
            layout.rowTop,
            layout.aside,
            layout.fixed,
            layout.topRuled,
            layout.gap6,
            styles.foot,
          )}
        >
          <Icon name="note" />
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

function NoEnvelopes({ sessionId, text }: { readonly sessionId: string; readonly text: string }) {
  const isArriving = useSessionPart(sessionId, isLoading) ?? false;
  const all = useSessionPart(sessionId, ({ summary }) => summary?.logicalEnvelopes ?? null);
  if (text !== '') {
    return (
      <EmptyState
        title="No envelope has these words"
        actions={
          <Button icon="close" onPress={() => setEnvelopeText(sessionId, '')}>
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
        the host. No event here holds one, tells of one, or has one in its text.
      </p>
      <p>Events of other kinds are shown under Rendered, beside their list.</p>
    </EmptyState>
  );
}

interface EnvelopeFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Escape in an empty field, and Enter or the arrow down in any. */
  readonly onLeave: () => void;
  /** Number of matches; null without a filter. */
  readonly count: string | null;
}

/** Filters the list by words: plain ones anywhere, or after `kind:`, `node:`, `trust:`. */
function EnvelopeField({ value, onChange, onLeave, count }: EnvelopeFieldProps) {
  return (
    <search
      className={classNames(layout.fixed, layout.ruled, layout.chrome, layout.pad5x12)}
      data-region="filter"
      aria-label="Filter of envelopes"
    >
      <SearchField
        label="Filter envelopes"
        value={value}
        onChange={onChange}
        count={count}
        placeholder="kind: node: trust:"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
          else if (event.key === 'Escape' || event.key === 'Enter' || listMoveInText(event.key) === 'next')
            onLeave();
          else return;
          event.preventDefault();
        }}
        end={count === null ? <Kbd keys={keysOf('filter')} isHint /> : null}
      />
    </search>
  );
}

interface EnvelopeListProps {
  readonly total: number;
  readonly rowAt: (index: number) => LogicalEnvelope | null;
  readonly onRange: (start: number, end: number) => void;
  readonly activeIndex: number | null;
  /** Key of the envelope whose event is selected; null when the selected event belongs to none. */
  readonly shownKey: string | null;
  readonly onMove: (index: number) => void;
  readonly onOpen: () => void;
  readonly listRef: Ref<VirtualRowsHandle>;
}

/** The logical envelopes: a virtual listbox. Knows no store. */
export function EnvelopeList(props: EnvelopeListProps) {
  const { rowAt, shownKey } = props;
  const rowHeight = useRowHeight() * ROWS_OF_TWO_LINES + 2;
  return (
    <div className={layout.fill}>
      <VirtualRows
        ref={props.listRef}
        label="Envelopes"
        count={props.total}
        rowHeight={rowHeight}
        activeIndex={props.activeIndex}
        isSelected={(index) => shownKey !== null && rowAt(index)?.key === shownKey}
        rowAttributes={(index) => {
          const row = rowAt(index);
          return { name: row === null ? placeText(index) : envelopeRowName(row) };
        }}
        renderRow={(index) => {
          const row = rowAt(index);
          if (row === null) return <span className={styles.unread}>{placeText(index)}</span>;
          return <EnvelopeRow envelope={row} />;
        }}
        onMove={props.onMove}
        onOpen={props.onOpen}
        onRange={props.onRange}
      />
    </div>
  );
}
