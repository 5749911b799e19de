import {
  classNames,
  Icon,
  layout,
  listMoveInText,
  MenuButton,
  onResize,
  rowAfterMove,
  scrollIntoPane,
  tones,
} from '@openwop-inspector/ui';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { liveOf, useLive } from '../features/live/live-store.ts';
import { liveIcon, tabWord } from '../features/live/live-text.ts';
import { outcomeOf } from '../features/sessions/load-text.ts';
import { activateSession, closeSession } from '../features/sessions/session-actions.ts';
import {
  isLoading,
  type Session,
  useNamesApart,
  useSessionsStore,
  wholeName,
} from '../features/sessions/sessions-store.ts';
import styles from './Bars.module.css';

/** More sessions than this show their state by glyph alone; the tab's own description keeps the word. */
const ROOM_FOR_WORDS = 4;
const lookOf = (count: number) => count > ROOM_FOR_WORDS && styles.many;

/** Names the panel that a session's tab controls. */
export const sessionPanelId = (sessionId: string): string => `session-${sessionId}`;
export const sessionTabId = (sessionId: string): string => `session-tab-${sessionId}`;

/** One tab a session. Arrows move and show, Delete closes; a click on the cross closes too. */
export function SessionTabs() {
  const { sessions, activeId } = useSessionsStore();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activeId === null) return;
    const tab = list.current?.querySelector(`#${sessionTabId(activeId)}`);
    if (tab) scrollIntoPane(tab);
  }, [activeId]);
  const goTo = (sessionId: string) => {
    activateSession(sessionId);
    list.current?.querySelector<HTMLElement>(`#${sessionTabId(sessionId)}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, at: number, sessionId: string) => {
    const target = tabAfterKey(event.key, at, sessions.length);
    const next = target === null ? undefined : sessions[target];
    if (next !== undefined) goTo(next.sessionId);
    else if (event.key === 'Delete') closeSession(sessionId);
    else return;
    event.preventDefault();
  };
  const stop = activeId ?? sessions[0]?.sessionId;
  const apart = useNamesApart();
  const isTooWide = useIsTooWide(list, sessions.length);
  if (sessions.length === 0) return null;
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label="Sessions"
        className={layout('flex narrow slides stretches overEdge', lookOf(sessions.length))}
      >
        {sessions.map((session, at) => (
          <SessionTab
            key={session.sessionId}
            session={session}
            apart={apart}
            isActive={session.sessionId === activeId}
            isStop={session.sessionId === stop}
            onKeyDown={(event) => onKeyDown(event, at, session.sessionId)}
          />
        ))}
      </div>
      {isTooWide ? (
        <MenuButton
          label={`${sessions.length} sessions: all of them`}
          entries={sessions.map((session) => ({
            id: session.sessionId,
            title: wholeName(session, apart),
            note: stateWord(session),
            ...(session.sessionId === activeId ? { icon: 'check' as const } : {}),
          }))}
          onAction={activateSession}
        >
          {sessions.length} sessions
        </MenuButton>
      ) : null}
    </>
  );
}

interface SessionTabProps {
  readonly session: Session;
  /** Suffixes of names that several sessions have, by sessionId. */
  readonly apart: ReturnType<typeof useNamesApart>;
  readonly isActive: boolean;
  /** Whether Tab stops here. */
  readonly isStop: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The tab of a session, with the cross that closes it. */
function SessionTab({ session, apart, isActive, isStop, onKeyDown }: SessionTabProps) {
  const { sessionId } = session;
  return (
    <div
      id={sessionTabId(sessionId)}
      role="tab"
      aria-selected={isActive}
      aria-controls={isActive ? sessionPanelId(sessionId) : undefined}
      aria-description="Delete closes this session"
      tabIndex={isStop ? 0 : -1}
      className={layout('row nowrap second gap8 noOutline', styles.tab)}
      title={`${wholeName(session, apart)}, ${stateWord(session)}`}
      onClick={() => activateSession(sessionId)}
      onAuxClick={(event) => {
        if (event.button === 1) closeSession(sessionId);
      }}
      onKeyDown={onKeyDown}
    >
      <State session={session} apart={apart.get(sessionId)} />
      <span
        className={layout('centred fixed toEnd third rounded', styles.close)}
        aria-hidden="true"
        title="Close"
        onClick={(event) => {
          event.stopPropagation();
          closeSession(sessionId);
        }}
      >
        <Icon name="close" size={12} />
      </span>
    </div>
  );
}

/** True while the tabs need more space than there is. */
function useIsTooWide(list: RefObject<HTMLDivElement | null>, count: number): boolean {
  const [isTooWide, setTooWide] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab more or fewer changes no box that is observed
  useEffect(() => {
    return onResize(list.current, ({ scrollWidth, clientWidth }) =>
      setTooWide(scrollWidth > clientWidth + 1),
    );
  }, [list, count]);
  return isTooWide;
}

interface StateProps {
  readonly session: Session;
  /** Suffix of the name where another session has the same. */
  readonly apart: string | undefined;
}

/**
 * Glyph, name and word of a session. The glyph of a live one is that of its connection, at the end that of the run; only
 * its own tab re-renders when it changes.
 */
function State({ session, apart }: StateProps) {
  const { sessionId, broken, name, source } = session;
  const state = useLive(sessionId, ({ status }) => status.state) ?? 'ended';
  const end = useLive(sessionId, ({ status }) => status.end);
  const follows = useLive(sessionId, ({ follow }) => follow === null) ?? true;
  const outcome = isLoading(session) || session.summary === null ? null : outcomeOf(session.summary);
  const live = source.kind === 'live' && broken === null ? { state, end } : null;
  const isConnection = live !== null && (end !== 'run-ended' || outcome === null);
  const isCut = broken !== null || (isConnection && (end === 'refused' || state === 'lost'));
  const tone = isCut ? 'failed' : isConnection ? 'running' : (outcome?.tone ?? 'running');
  return (
    <>
      <Icon name={isConnection ? liveIcon(live) : tone} className={classNames(tones[tone])} />
      <span className={layout('ellipsis shrinks', styles.name)}>{name}</span>
      {apart === undefined ? null : <span className={layout('ellipsis second', styles.apart)}>{apart}</span>}
      <span className={layout('ellipsis fixed third', styles.state)}>
        {live === null ? stateWord(session) : tabWord(live, follows)}
      </span>
    </>
  );
}

function stateWord(session: Session): string {
  if (session.broken !== null) return 'Stopped';
  const live = liveOf(session.sessionId);
  if (live !== null) return tabWord(live.status, live.follow === null);
  if (isLoading(session)) return 'Reading';
  return session.summary === null ? '' : outcomeOf(session.summary).title;
}

/** Which tab a key goes to, round the ends; null when the key does not move. */
function tabAfterKey(key: string, at: number, count: number): number | null {
  const move = listMoveInText(key);
  if (move === 'into') return (at + 1) % count;
  if (move === 'outOf') return (at - 1 + count) % count;
  return move === 'first' || move === 'last' ? rowAfterMove(move, at, count, 1) : null;
}
