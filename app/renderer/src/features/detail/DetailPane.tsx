import { formatSequence, formatSinceStart, type MaskedText } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { v1EventName } from '@openwop-inspector/protocol';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EventRow, TrustAnswer } from '@openwop-inspector/run-log';
import {
  Badge,
  Button,
  CopyButton,
  EmptyState,
  Icon,
  Kbd,
  layout,
  Pending,
  type TabSpec,
  Tabs,
  tones,
} from '@openwop-inspector/ui';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { Unread } from '../../shared/Failure.tsx';
import { DESCENDANT_LIMIT, useChain, useClearRaw, useEventRow, useJob } from '../../shared/job-query.ts';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';
import { type BadgeSource, UntrustedBadge } from '../../shared/TaintLegend.tsx';
import type { DetailTab } from '../../shared/view-link.ts';
import type { ChainTarget } from '../../worker/jobs.ts';
import { goToAcceptor } from '../acceptor/open-acceptor.ts';
import { useStartMs } from '../sessions/sessions-store.ts';
import { jumpTo } from '../sessions/travel.ts';
import { changeView, useChoices } from '../sessions/view-store.ts';
import { CausalChainView } from './CausalChainView.tsx';
import { useTrust } from './content-queries.ts';
import { PayloadTab } from './PayloadTab.tsx';
import { NoBytes, PAGE_BYTES, RawBytes } from './RawBytes.tsx';
import { useWantedValue } from './selected-value.ts';
import { TaintSection } from './TaintSection.tsx';

/** Number of effects displayed at first, and added by every "more". */
const FIRST_EFFECTS = 40;

const MORE_EFFECTS = 200;

export interface DetailPaneProps {
  readonly sessionId: string;
  /** Tabs before those of the event: another view's details of its own selection. */
  readonly leading?: readonly TabSpec<DetailTab>[];
  /** Tabs after those of the event. */
  readonly trailing?: readonly TabSpec<DetailTab>[];
  /** The rendered content of the selected event. */
  readonly rendered: ReactNode;
  /** Actions on the selected event. */
  readonly tools?: ReactNode;
}

/** The right pane: causes and effects, payload and bytes of the selected event. */
export function DetailPane({ sessionId, leading = [], trailing = [], rendered, tools }: DetailPaneProps) {
  const { selected, tab } = useChoices(sessionId, 'selected', 'tab');
  const row = useEventRow(sessionId, selected);
  const trust = useTrust(sessionId, selected).data ?? null;
  // Where the raw bytes open: an offset from the start of an event.
  const [place, setPlace] = useState<{ readonly ordinal: number; readonly offset: number } | null>(null);
  const onSelect = useCallback((ordinal: number) => jumpTo(sessionId, ordinal), [sessionId]);
  const onShowBytes = useCallback(
    (ordinal: number, offset: number) => {
      setPlace({ ordinal, offset });
      changeView(sessionId, { tab: 'raw' });
    },
    [sessionId],
  );
  const panel = (show: (tab: TabOfEvent) => TabSpec<DetailTab>['panel']) => {
    if (selected === null) return <NothingSelected />;
    if (row === null) return <Pending>The event is being read.</Pending>;
    return show({ sessionId, row, onShowBytes });
  };
  const raw = (event: TabOfEvent) => {
    const offset = place?.ordinal === event.row.ordinal ? place.offset : 0;
    return <RawTab key={`${event.row.ordinal} ${offset}`} {...event} offset={offset} />;
  };
  const source = row && sourceElsewhere(trust?.source ?? null, row);
  const tabs: readonly TabSpec<DetailTab>[] = [
    ...leading,
    { value: 'rendered', label: 'Rendered', panel: panel(() => rendered) },
    { value: 'payload', label: 'Payload', panel: panel((event) => <PayloadAtValue {...event} />) },
    {
      value: 'causes',
      label: 'Causes and effects',
      panel: panel((event) => <CausesTab {...event} trust={trust} onJump={onSelect} />),
    },
    { value: 'raw', label: 'Raw', panel: panel(raw) },
    ...trailing,
  ];
  return (
    <Tabs
      label="About the selected event"
      tabs={tabs}
      value={tabs.some((each) => each.value === tab) ? tab : 'causes'}
      onChange={(next) => changeView(sessionId, { tab: next })}
      end={
        row === null ? undefined : (
          <>
            {tools}
            {trust?.level === 'untrusted' && TABS_WITHOUT_TRUST.has(tab) ? (
              // A tab bar has no space for names.
              <UntrustedBadge source={source && { ...source, name: null }} onJump={onSelect} />
            ) : null}
            {formatSequence(row.sequence)}
          </>
        )
      }
    />
  );
}

/** What every tab gets of the selected event. */
interface TabOfEvent {
  readonly sessionId: string;
  readonly row: EventRow;
  /** Displays the bytes of an event from an offset on. */
  readonly onShowBytes: (ordinal: number, offset: number) => void;
}

/** The payload, open at the value that was last gone to in this event. */
function PayloadAtValue({ sessionId, row, onShowBytes }: TabOfEvent) {
  const wanted = useWantedValue(({ wanted: value }) =>
    value?.sessionId === sessionId && value.ordinal === row.ordinal ? value : null,
  );
  return (
    <PayloadTab
      key={`${row.ordinal} ${wanted?.number ?? 0}`}
      sessionId={sessionId}
      row={row}
      onShowBytes={onShowBytes}
      first={wanted?.pointer ?? null}
    />
  );
}

/** Tabs that do not display the event's trust themselves. */
const TABS_WITHOUT_TRUST = new Set<DetailTab>(['payload', 'raw', 'problem', 'finding']);

/** The event that brought the untrusted content; null when it came in at this one. */
function sourceElsewhere(source: BadgeSource | null, { ordinal }: EventRow): BadgeSource | null {
  return source?.ordinal === ordinal ? null : source;
}

/** In the place of every tab while no event is selected. */
function NothingSelected() {
  return (
    <EmptyState title="No event is selected">
      <p>
        Choose one in the list to see what led to it, what it led to, its payload and its bytes.{' '}
        <Kbd keys={keysOf('next')} /> and <Kbd keys={keysOf('previous')} /> move from event to event.
      </p>
    </EmptyState>
  );
}

/**
 * Container: the exact bytes of one event, a page at a time, at first the one at an offset from the start of the event.
 * Tokens are masked; revealed ones are never cached.
 */
function RawTab({ sessionId, row, offset: first }: TabOfEvent & { readonly offset: number }) {
  const { ordinal } = row;
  const [offset, setOffset] = useState(first);
  const [revealed, setRevealed] = useState(false);
  const range = { offset, length: PAGE_BYTES };
  const { data: page, error } = useJob('raw', { sessionId, ordinal, ...range });
  // Requested in clear only while the button is pressed; the result is unused afterwards and leaves the cache.
  const clear = useClearRaw(sessionId, ordinal, range, revealed);
  if (error !== null || page === undefined || page === null) return <NoBytes page={page} error={error} />;
  // One element whether pressed or not: a replaced button never gets its release event.
  return (
    <RawBytes
      page={page}
      clear={clear?.text ?? null}
      eventLength={row.byteLength}
      revealed={revealed}
      onHold={setRevealed}
      onGo={setOffset}
    />
  );
}

/** Container: fetches the chain of the selected event; below it the event's payload. */
function CausesTab({ sessionId, row, trust, onJump, onShowBytes }: TabOfEvent & EventFactsProps) {
  const { ordinal } = row;
  const [wanted, setWanted] = useState({ ordinal, effects: FIRST_EFFECTS });
  const effects = wanted.ordinal === ordinal ? wanted.effects : FIRST_EFFECTS;
  const target = useMemo<ChainTarget>(() => ({ kind: 'event', ordinal }), [ordinal]);
  const { data: chain, error } = useChain(sessionId, target, Math.max(DESCENDANT_LIMIT, effects));
  return (
    <div className={layout('column full min620')}>
      <EventFacts sessionId={sessionId} row={row} trust={trust} onJump={onJump} />
      <div className={layout('shrinks scrolls min120')}>
        {error !== null && <Unread what="Causes" why={error.message} className={layout('words pad12')} />}
        {chain === null && (
          <p className={layout('words pad12')}>Causes are worked out when the file has been read.</p>
        )}
        {chain === undefined && error === null && <Pending>Causes and effects are being traced.</Pending>}
        {chain !== undefined && chain !== null && (
          <CausalChainView
            chain={chain}
            maxEffects={effects}
            onSelect={onJump}
            onMoreEffects={() => setWanted({ ordinal, effects: effects + MORE_EFFECTS })}
          />
        )}
        {trust?.level === 'untrusted' && (
          <TaintSection key={ordinal} sessionId={sessionId} ordinal={ordinal} />
        )}
      </div>
      <div className={layout('topRuled grow220 low')}>
        <PayloadTab key={ordinal} sessionId={sessionId} row={row} onShowBytes={onShowBytes} lean />
      </div>
    </div>
  );
}

interface EventFactsProps extends Pick<TabOfEvent, 'sessionId' | 'row'> {
  /** Null until known. */
  readonly trust: TrustAnswer | null;
  readonly onJump: (ordinal: number) => void;
}

/** Facts about the event: type, run, node, time, trust, ids. */
function EventFacts({ sessionId, row, trust, onJump }: EventFactsProps) {
  const startMs = useStartMs(sessionId);
  const isUntrusted = row.contentTrust === 'untrusted' || trust?.level === 'untrusted';
  return (
    <section aria-label="Facts" className={layout('grid ruled gap4 pad12')}>
      <h2 className={layout('row wrap strong gap8', tones[row.tone])}>
        <Icon name={eventGlyph(row.type)} size={16} />
        <VisibleText as="code" className={layout('ellipsis codeTitle')} text={row.type} />
        {row.problem !== null && (
          <Badge tone={row.problem}>{SEVERITY_FORM[row.problem].word} in the log</Badge>
        )}
        {isUntrusted && (
          <UntrustedBadge source={sourceElsewhere(trust?.source ?? row.taintFrom, row)} onJump={onJump} />
        )}
        {concernsEnvelope(row) && (
          <Button small icon="repair" onPress={() => void goToAcceptor()} keys={keysOf('acceptor')}>
            Acceptor
          </Button>
        )}
      </h2>
      {row.summary !== '' && (
        <VisibleText as="p" className={layout('words breaks clamps')} text={row.summary} />
      )}
      <dl className={layout('flex wrap narrow gap2x12')}>
        {v1EventName(row.type) !== row.type && (
          <Fact name="name in v1">
            <code>{v1EventName(row.type)}</code>
          </Fact>
        )}
        <Fact name="time">{timeText(row, startMs)}</Fact>
        {row.nodeId !== null && (
          <Fact name="node">
            <VisibleText as="code" text={row.nodeId} />
          </Fact>
        )}
        <Fact name="trust">{trustText(row.contentTrust, trust)}</Fact>
        {row.runId !== '' && <Identifier name="runId" id={row.runId} />}
        <Identifier name="eventId" id={row.eventId} isDerived={row.eventIdDerived} />
        {row.causationId !== null && <Identifier name="causationId" id={row.causationId} />}
      </dl>
    </section>
  );
}

/** True for events that the acceptor can examine; the key works for all that belong to an envelope. */
function concernsEnvelope({ type, tone }: EventRow): boolean {
  return tone === 'failed' || /^(envelope\.|clarification\.|cap\.breached|ui\.a2ui)/.test(type);
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={layout('row narrow capped minControl gap6')}>
      <dt className={layout.caption}>{name}</dt>
      <dd className={layout('row narrow breaks gap4')}>{children}</dd>
    </div>
  );
}

interface IdentifierProps {
  readonly name: string;
  readonly id: MaskedText;
  readonly isDerived?: boolean;
}

function Identifier({ name, id, isDerived = false }: IdentifierProps) {
  return (
    <Fact name={name}>
      <code className={layout('clip short')} title={id}>
        <VisibleText text={id} />
      </code>
      {isDerived && <span className={layout.caption}>derived</span>}
      <CopyButton label={`Copy ${name}`} text={id} iconOnly small />
    </Fact>
  );
}

function timeText(row: EventRow, startMs: number | null): string {
  if (row.timestamp === null) return 'none recorded';
  if (row.timeMs === null) return `${row.timestamp}, cannot be read as a time`;
  const since = startMs === null ? '' : `${formatSinceStart(row.timeMs - startMs)}, `;
  return `${since}${row.timestamp}`;
}

function trustText(stated: EventRow['contentTrust'], trust: TrustAnswer | null): string {
  if (stated !== null) return stated;
  if (trust?.level !== 'untrusted')
    return trust?.level === 'unstated' ? 'not stated' : 'not stated, read as trusted';
  return `not stated, untrusted by ${VIA_WORDS[trust.via ?? 'own']}`;
}

const VIA_WORDS = { own: 'its kind', cause: 'its causes', node: 'what its node was given' } as const;
