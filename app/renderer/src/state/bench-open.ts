/** Coming to the acceptor's bench and leaving it. Loaded with the bench, not with the window. */
import {
  type ContextFromLog,
  contextFromEvidence,
  type HostDeclaration,
} from '@openwop-inspector/acceptor-core';
import { portableFromEvidence } from '@openwop-inspector/audit';
import type { EnvelopeEvidence, EventRow } from '@openwop-inspector/run-log';
import { announce, pickText } from '@openwop-inspector/ui';
import { type BenchOrigin, EXAMPLE_TEXT } from '../model/bench-origin.ts';
import { formattedJson } from '../model/formatted-json.ts';
import type { SavedTrial } from '../model/session-file.ts';
import { askWorker } from '../worker/client.ts';
import { restoreBench, startBench } from './bench-actions.ts';
import { benchOf } from './bench-store.ts';
import { showHint } from './hint-store.ts';
import { findEvent, whenLanded } from './landing.ts';
import { type ListController, listInSight } from './list-controller.ts';
import { sessionOf } from './sessions-store.ts';
import { type ChosenEnvelope, changeView, viewOf } from './view-store.ts';

type Opened = {
  readonly origin: BenchOrigin;
  readonly log: ContextFromLog;
  readonly evidence: EnvelopeEvidence;
};

/** Opens the bench on the selected event. What is already on it from the same event stays as it was left. */
export async function openAcceptor(benchId: string): Promise<void> {
  const bench = benchOf(benchId);
  const { selected, view, envelope } = viewOf(benchId);
  if (await showsMessage(benchId, selected)) return;
  if (view === 'envelopes' && envelope !== null && envelope.row.ordinal < 0)
    return openWithoutEvent(benchId, envelope);
  const isSame = bench?.origin.kind === 'event' && bench.origin.ordinal === selected;
  if (bench !== null && (isSame || selected === null)) return changeView(benchId, { bench: 'acceptor' });
  const opened = selected === null ? null : await fromEvent(benchId, selected);
  if (selected !== null && opened === null) {
    return showHint(
      'This event has nothing to do with an envelope. Choose one that failed, or an envelope.*.',
    );
  }
  if (opened !== null) startBench(benchId, opened.origin, opened.log.context);
  changeView(benchId, { bench: 'acceptor' });
}

/** Opens the bench on the selected event at another host: with what that host declares, and nothing of the one that recorded it. */
export async function openAtHost(benchId: string, host: HostDeclaration): Promise<void> {
  const { selected } = viewOf(benchId);
  const opened = selected === null ? null : await fromEvent(benchId, selected);
  const portable = opened === null ? null : portableFromEvidence(opened.evidence);
  if (opened === null || portable === null) return showHint('This event has nothing to do with an envelope.');
  startBench(benchId, opened.origin, { ...portable.context, host });
  changeView(benchId, { bench: 'acceptor' });
}

/** A message of AGH Network is judged in its own tab, with all that came before it. */
async function showsMessage(sessionId: string, ordinal: number | null): Promise<boolean> {
  if (ordinal === null || sessionOf(sessionId)?.summary?.conversation === undefined) return false;
  const answer = await askWorker('message', { sessionId, ordinal, now: null });
  if (answer !== null) changeView(sessionId, { tab: 'message', bench: null });
  return answer !== null;
}

/** An envelope that no event mentions is put on the bench as it is in the source. */
async function openWithoutEvent(benchId: string, { row, attempt }: ChosenEnvelope): Promise<void> {
  const number = attempt ?? row.attempts.at(-1)?.number ?? 1;
  const answer = await askWorker('contentTree', {
    sessionId: benchId,
    ordinal: -1,
    attempt: { key: row.key, number },
    place: 0,
    ask: { kind: 'text', pointer: '' },
  });
  if (answer.kind !== 'text' || answer.text === null) return showHint('The envelope could not be read.');
  openText(benchId, row.envelopeType ?? 'Envelope', formattedJson(answer.text.text) ?? answer.text.text);
}

/** Fills a visible but empty bench, as after a reload, when it is known which event is selected. */
export async function resumeBench(benchId: string): Promise<void> {
  await whenLanded(benchId);
  const { selected } = viewOf(benchId);
  const opened = selected === null ? null : await fromEvent(benchId, selected);
  if (benchOf(benchId) !== null) return;
  restoreBench(benchId, opened?.origin ?? null, opened?.log.context ?? {});
}

/** Puts the state from a session file on the bench, without showing it. */
export async function takeUpTrial(
  sessionId: string,
  name: string,
  { text, context, event }: SavedTrial,
): Promise<void> {
  const ordinal = event === null ? null : await findEvent(sessionId, event);
  const opened = ordinal === null ? null : await fromEvent(sessionId, ordinal);
  if (sessionOf(sessionId) === null) return;
  const origin = opened?.origin ?? ({ kind: 'file', name, text } as const);
  restoreBench(sessionId, origin, opened?.log.context ?? {}, { text, context });
}

async function fromEvent(sessionId: string, ordinal: number): Promise<Opened | null> {
  const [rows, evidence] = await Promise.all([
    askWorker('rowsByOrdinal', { sessionId, ordinals: [ordinal] }),
    askWorker('envelopeEvidence', { sessionId, target: { kind: 'event', ordinal } }),
  ]);
  const [row] = rows;
  if (row === undefined || evidence === null) return null;
  const log = contextFromEvidence(evidence);
  return log.envelope === null ? null : { origin: eventOrigin(row, log.envelope.text, log), log, evidence };
}

function eventOrigin(row: EventRow, text: string, log: ContextFromLog): BenchOrigin {
  const { ordinal, sequence, type, nodeId } = row;
  return { kind: 'event', ordinal, sequence, type, nodeId, text, log };
}

/** Leaves the bench; it stays as it is until its session is closed. */
export function leaveBench(benchId: string): void {
  const steps = listInSight();
  changeView(benchId, { bench: null });
  focusListSoon(steps, performance.now() + LIST_WITHIN_MS);
}

/** Rows of a long log may take this long to come back on a busy machine. */
const LIST_WITHIN_MS = 5000;

/**
 * The list of the run is rendered some frames later, its rows later still; the focus goes back to it unless it went
 * elsewhere. Asked again until it is there: a list without rows takes no focus.
 */
function focusListSoon(steps: ListController | null, untilMs: number): void {
  requestAnimationFrame(() => {
    const list = listInSight();
    if (list !== null && list !== steps) {
      if (document.activeElement !== document.body) return;
      list.focus();
      if (document.activeElement !== document.body) return;
    }
    if (performance.now() < untilMs) focusListSoon(steps, untilMs);
  });
}

/** Puts a text on the bench, from a file, a paste or a source that is not a run. */
export function openText(benchId: string, name: string, text: string): void {
  startBench(benchId, { kind: 'file', name, text }, benchOf(benchId)?.context ?? {});
  changeView(benchId, { bench: 'acceptor' });
}

/** Lets the person choose a file for the bench. */
export async function openTextFile(benchId: string): Promise<void> {
  const picked = await pickText('Envelope to open');
  if (picked === null) return;
  openText(benchId, picked.name, picked.text);
  announce(`${picked.name} is on the bench.`);
}

/** A bench without a session, with an example to start from. */
export function openFreeBench(): void {
  if (benchOf('') === null) restoreBench('', { kind: 'example', text: EXAMPLE_TEXT }, {});
  changeView('', { bench: 'acceptor' });
}
