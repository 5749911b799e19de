import { masker } from '@openwop-inspector/base';
import { ClauseOpenerProvider } from '@openwop-inspector/renderers';
import { Button, Icon, IconButton, LiveRegion, layout, PaneBoundary } from '@openwop-inspector/ui';
import { type DragEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { commandFor } from '../commands/commands.ts';
import { chordOf, commandKeys, isApple, takesText, worksInText } from '../commands/key-map.ts';
import { rememberFocus } from '../commands/regions.ts';
import { useVisibleBench } from '../features/acceptor/open-acceptor.ts';
import { isActionOpen, useActionStore } from '../features/actions/action-store.ts';
import { isNoteOpen, useNoteQuestion } from '../features/notes/note-actions.ts';
import { openTransfer, pickFiles } from '../features/sessions/open-actions.ts';
import { rememberSession } from '../features/sessions/remembered-sessions.ts';
import { OpenFailures, StartScreen } from '../features/sessions/StartScreen.tsx';
import { activateSession } from '../features/sessions/session-actions.ts';
import { useSession, useSessionPart, useSessionsStore } from '../features/sessions/sessions-store.ts';
import { useSessionView } from '../features/sessions/view-store.ts';
import { clearHint, useNoticesStore } from '../shared/hint-store.ts';
import { useEventRow } from '../shared/job-query.ts';
import {
  closeLinkQuestion,
  closeOverlay,
  openClause,
  openOverlay,
  useClauseStore,
  useLinkStore,
  useOverlayStore,
} from '../shared/overlay-store.ts';
import { stepDensity, stepTheme, useSettingsStore } from '../shared/settings-store.ts';
import { addressOf, writeViewLink } from '../shared/view-link.ts';
import styles from './App.module.css';
import titleBarStyles from './Bars.module.css';
import { BenchPanel } from './BenchPanel.tsx';
import {
  AboutDialog,
  ActionDialogs,
  ClauseReader,
  ColourRulesDialog,
  EventPairDialog,
  ExportDialog,
  KeySheet,
  LinkDialog,
  NoteDialog,
  Palette,
  SaveSessionDialog,
} from './lazy-screens.ts';
import { SessionPanel } from './SessionPanel.tsx';
import { SessionTabs } from './SessionTabs.tsx';

/** The sessions and the open one; progress of a load re-renders only these. */
const TITLE = <TitleBar />;
const PANEL = <Panel />;

/** The window. */
export function App() {
  useWindowEvent('keydown', runKey);
  useWindowEvent('pointerdown', clearElsewhere);
  useWindowEvent('focusin', rememberFocus);
  useWindowEvent('paste', openPasted);
  useAppearance();
  useLocationSync();
  return (
    <I18nProvider locale="en-US">
      <ClauseOpenerProvider value={openClause}>
        <DropTarget>
          {TITLE}
          <main className={layout('column fill')}>{PANEL}</main>
          <Overlays />
        </DropTarget>
      </ClauseOpenerProvider>
      <LiveRegion />
    </I18nProvider>
  );
}

/** With a visible session the start screen offers every way to open another; there the picker is next. */
function openAnother(): void {
  if (useSessionsStore.getState().activeId === null) void pickFiles();
  else activateSession(null);
}

function Panel() {
  const activeId = useSessionsStore((state) => state.activeId);
  const session = useSession(activeId);
  const failures = useNoticesStore((state) => state.failures);
  const freeBench = useVisibleBench('');
  // The start screen shows the failures itself.
  const isStart = session === null && freeBench === null;
  return (
    <>
      {!isStart && failures.length > 0 ? (
        <div className={layout('fixed scrolls ruled pad8x12 max30vh')}>
          <OpenFailures failures={failures} />
        </div>
      ) : null}
      <PaneBoundary name="this session" resetKey={activeId ?? 'start'}>
        {isStart ? (
          <StartScreen />
        ) : session === null ? (
          <BenchPanel benchId="" />
        ) : (
          <SessionPanel key={session.sessionId} session={session} />
        )}
      </PaneBoundary>
    </>
  );
}

function Overlays() {
  const overlay = useOverlayStore((state) => state.overlay);
  const link = useLinkStore((state) => state.pending);
  const isActing = useActionStore(isActionOpen);
  const isReading = useClauseStore(({ trail }) => trail.length > 0);
  const isWriting = useNoteQuestion(({ open }) => open !== null);
  return (
    <>
      {link === null ? null : <LinkDialog link={link} onClose={closeLinkQuestion} />}
      {overlay === 'palette' ? <Palette onClose={closeOverlay} /> : null}
      {overlay === 'keys' ? <KeySheet onClose={closeOverlay} /> : null}
      {overlay === 'about' ? <AboutDialog onClose={closeOverlay} /> : null}
      {overlay === 'pair' ? <EventPairDialog onClose={closeOverlay} /> : null}
      {overlay === 'colours' ? <ColourRulesDialog onClose={closeOverlay} /> : null}
      {overlay === 'export' ? <ExportDialog form="report" onClose={closeOverlay} /> : null}
      {overlay === 'safe-log' ? <ExportDialog form="ndjson" onClose={closeOverlay} /> : null}
      {overlay === 'session' ? <SaveSessionDialog onClose={closeOverlay} /> : null}
      {isActing ? <ActionDialogs /> : null}
      {isReading ? <ClauseReader /> : null}
      {isWriting ? <NoteDialog /> : null}
    </>
  );
}

/** Puts theme and density on the root element, where the tokens look for them. The desktop shell applies the zoom. */
function useAppearance(): void {
  const theme = useSettingsStore((state) => state.theme);
  const density = useSettingsStore((state) => state.density);
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
    dataset.density = density;
  }, [theme, density]);
}

/** Pasting anywhere but into a text field opens what was pasted. */
function openPasted(event: ClipboardEvent): void {
  if (event.clipboardData === null || takesText(document.activeElement)) return;
  event.preventDefault();
  openTransfer(event.clipboardData);
}

/** A press outside the status bar: the hint there may have a button of its own. */
function clearElsewhere({ target }: PointerEvent): void {
  if (!(target instanceof Element) || target.closest('[data-region="status"]') === null) clearHint();
}

/** Runs the command of a key. What a focused list or field has used never arrives here. */
function runKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (useOverlayStore.getState().overlay !== null || useLinkStore.getState().pending !== null) return;
  if (isNoteOpen()) return;
  if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return;
  const chord = chordOf(event, isApple(navigator.platform));
  if (chord === null || (takesText(document.activeElement) && !worksInText(chord))) return;
  const command = commandFor(chord);
  if (command === null) return;
  event.preventDefault();
  clearHint();
  command.run();
}

/** Listens to an event of the window from before the first paint on: whatever is visible can be used. */
function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  listen: (event: WindowEventMap[Name]) => void,
): void {
  useLayoutEffect(() => {
    window.addEventListener(name, listen);
    return () => window.removeEventListener(name, listen);
  }, [name, listen]);
}

/** The top of the window: sessions, and what concerns all of them. */
function TitleBar() {
  const { theme, density } = useSettingsStore();
  const themeIcon = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;
  return (
    <header className={layout('bar chrome gap4 barHigh pad0x8x0x12')} data-region="sessions">
      <span className={layout('row fixed bold gap8', titleBarStyles.brand)}>
        <Icon name="brand" size={16} className={layout.accentText} />
        <span>Inspector</span>
      </span>
      <SessionTabs />
      <IconButton icon="plus" label="Open another source" onPress={openAnother} />
      <span className={layout('row fixed toEnd gap4')}>
        <Button look="quiet" icon="search" onPress={() => openOverlay('palette')} keys={commandKeys('mod+k')}>
          <span className={titleBarStyles.wide}>Find an action or a place</span>
        </Button>
        <IconButton icon="density" label={`Density: ${density}. Change`} onPress={stepDensity} />
        <IconButton icon={themeIcon[theme]} label={`Theme: ${theme}. Change`} onPress={stepTheme} />
        <IconButton icon="keyboard" label="Keys" onPress={() => openOverlay('keys')} />
      </span>
    </header>
  );
}

/**
 * Synchronizes the window's address with the visible place and stores it for the session, so that a reload and a
 * link come back to the same place. Entries are added to the history by `features/sessions/travel.ts`.
 */
function useLocationSync(): void {
  const activeId = useSessionsStore((state) => state.activeId);
  const name = useSessionPart(activeId, (session) => session.name);
  const reopen = useSessionPart(activeId, (session) => session.reopen);
  const view = useSessionView(activeId ?? '', (all) => all);
  const row = useEventRow(activeId ?? '', activeId === null ? null : view.selected);
  const isCurrent = view.selected === null || row?.ordinal === view.selected;
  const hash =
    activeId === null || name === null
      ? view.bench === null
        ? ''
        : `bench=${view.bench}`
      : writeViewLink({
          file: reopen?.url ?? null,
          name: reopen === null ? null : name,
          recent: reopen?.recentId ?? null,
          view: view.view,
          bench: view.bench,
          tab: view.tab,
          filter: view.filterText,
          level: view.level === 'everything' ? null : view.level,
          brush: view.brush,
          run: view.run,
          event: row === null || view.selected === null ? null : addressOf(row),
          taint: view.taint,
        });
  useEffect(() => {
    if (!isCurrent) return; // the row of the new selection is on its way
    history.replaceState(history.state, '', hash === '' ? location.pathname + location.search : `#${hash}`);
    if (activeId !== null && name !== null) rememberSession(activeId, hash);
    document.title = name === null ? 'OpenWOP Inspector' : masker.text(`${name} · OpenWOP Inspector`);
  }, [hash, isCurrent, activeId, name]);
}

/** The whole window takes files; while some hang over it, it says what becomes of them. */
function DropTarget({ children }: { readonly children: ReactNode }) {
  const activeId = useSessionsStore((state) => state.activeId);
  const takesHosts = useVisibleBench(activeId ?? '') === 'portability';
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0); // enter and leave fire for every element passed on the way
  const carries = (event: DragEvent) =>
    event.dataTransfer.types.includes('Files') || event.dataTransfer.types.includes('text/plain');
  const leave = () => {
    depth.current = 0;
    setIsOver(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; Open does the same for all
    <div
      className={layout('column pane relative')}
      onDragEnter={(event) => {
        if (!carries(event)) return;
        depth.current += 1;
        setIsOver(event.dataTransfer.types.includes('Files'));
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      }}
      onDragOver={(event) => {
        if (carries(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!carries(event)) return;
        event.preventDefault();
        leave();
        openTransfer(event.dataTransfer);
      }}
    >
      {children}
      {isOver ? (
        <div className={layout('centred absolute passive title covers', styles.drop)} aria-hidden="true">
          <p>
            <Icon name="download" size={18} />{' '}
            {takesHosts
              ? 'Drop to add declarations of hosts: discovery documents, or a folder of them.'
              : 'Drop to open. Several files, or a folder, open as one log.'}
          </p>
        </div>
      ) : null}
    </div>
  );
}
