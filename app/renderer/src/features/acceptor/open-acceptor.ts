/** The ways to the benches that the window knows from its start. The bench itself is fetched when needed. */

import { unreachable } from '@openwop-inspector/base';
import type { BenchName } from '../../shared/view-link.ts';
import { askShell } from '../../shell/window-access.ts';
import type { SourceSpec } from '../../worker/sessions.ts';
import { type ListController, visibleList } from '../sessions/list-controller.ts';
import { type Session, sessionOf, useSessionsStore } from '../sessions/sessions-store.ts';
import { changeView, useSessionView, viewOf } from '../sessions/view-store.ts';
import type { SimulatorName } from './bench-part.ts';
import { benchPartOf, setBenchPart } from './bench-part.ts';
import type { BenchCommand } from './bench-store.ts';

/** Id of the bench that would be visible: the session's, '' without one. */
const visibleBenchId = (): string => useSessionsStore.getState().activeId ?? '';

/** The bench that covers the run, or the start screen; null for none. */
export const visibleBench = (): BenchName | null => viewOf(visibleBenchId()).bench;

/** Leaves it for what is under it; an acceptor stays as it is until its session is closed. */
export function closeBench(): void {
  const ofBench = visibleList();
  changeView(visibleBenchId(), { bench: null });
  focusListSoon(ofBench, performance.now() + LIST_WITHIN_MS);
}

/** Rows of a long log may take this long to come back on a busy machine. */
const LIST_WITHIN_MS = 5000;

/**
 * The list of the run is rendered some frames later, its rows later still; the focus goes back to it unless it went
 * elsewhere. Requested again until it is there: a list without rows takes no focus.
 */
function focusListSoon(ofBench: ListController | null, untilMs: number): void {
  requestAnimationFrame(() => {
    const list = visibleList();
    if (list !== null && list !== ofBench) {
      if (document.activeElement !== document.body) return;
      list.focus();
      if (document.activeElement !== document.body) return;
    }
    if (performance.now() < untilMs) focusListSoon(ofBench, untilMs);
  });
}

/** The bench of this id that covers what is under it; null for none. */
export const useVisibleBench = (benchId: string): BenchName | null =>
  useSessionView(benchId, ({ bench }) => bench);

/** True while the acceptor shows the bench of an envelope, whose keys others do not have. */
export const isEnvelopeVisible = (): boolean =>
  visibleBench() === 'acceptor' && benchPartOf(visibleBenchId()) === 'envelope';

/** Opens a part of the acceptor's screen on what is selected. */
export async function goToSimulator(name: SimulatorName): Promise<void> {
  const { openSimulator } = await import('./bench-open.ts');
  await openSimulator(visibleBenchId(), name);
}

/** Opens the acceptor on what is selected; on the text of a source without events where no envelope is. */
export async function goToAcceptor(): Promise<void> {
  const benchId = visibleBenchId();
  setBenchPart(benchId, 'envelope');
  const { openAcceptor, openFreeBench } = await import('./bench-open.ts');
  if (benchId === '') return openFreeBench();
  const session = sessionOf(benchId);
  const isWhole = viewOf(benchId).envelope === null || session?.summary?.envelopes === 1;
  if (session !== null && session.summary?.events === 0 && isWhole) return takeToAcceptor(session);
  return openAcceptor(benchId);
}

/** Puts the text of a source that is not a run on its bench. */
export async function takeToAcceptor(session: Session): Promise<void> {
  const { openText } = await import('./bench-open.ts');
  openText(session.sessionId, session.name, await textOf(session.source));
}

/** Longest text that is put on a bench, in bytes. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

async function textOf(source: SourceSpec): Promise<string> {
  switch (source.kind) {
    case 'text':
      return source.text;
    case 'file':
      return source.file.slice(0, MAX_TEXT_BYTES).text();
    case 'live':
    case 'url': {
      // Only the displayed part: a shell serves files of any size.
      const part =
        source.sizeBytes > MAX_TEXT_BYTES ? { headers: { range: `bytes=0-${MAX_TEXT_BYTES - 1}` } } : {};
      return (await askShell(source.url, part)).text();
    }
    case 'many':
      return source.files[0] === undefined ? '' : textOf(source.files[0]);
    default:
      return unreachable(source);
  }
}

/** Carries out a command on the visible bench. */
export async function onBench(command: BenchCommand): Promise<void> {
  const { runBenchCommand } = await import('./bench-store.ts');
  runBenchCommand(visibleBenchId(), command);
}

/** Shows which hosts would take the envelopes of what the views are about. */
export function goToPortability(sessionId: string): void {
  changeView(sessionId, { bench: 'portability' });
}
