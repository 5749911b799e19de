/** Coming to the acceptor's benches and leaving them. Loaded with the bench, not with the window. */
import {
  contextFromEvidence,
  gateFromLog,
  type HostDeclaration,
  turnFromLog,
  UNCHECKED,
} from '@openwop-inspector/acceptor-core';
import { portableFromEvidence } from '@openwop-inspector/audit';
import { formatSequence } from '@openwop-inspector/base';
import { announce, pickText } from '@openwop-inspector/ui';
import { showHint } from '../../shared/hint-store.ts';
import { askWorker } from '../../worker/client.ts';
import { findEvent, whenLanded } from '../sessions/landing.ts';
import type { SavedTrial } from '../sessions/session-file-format.ts';
import { sessionOf } from '../sessions/sessions-store.ts';
import { type ChosenEnvelope, changeView, viewOf } from '../sessions/view-store.ts';
import { type BenchOrigin, EXAMPLE_TEXT } from './bench-copies.ts';
import { type SimulatorName, setBenchPart } from './bench-part.ts';
import { benchOf, restoreBench, startBench } from './bench-store.ts';
import { formattedJson } from './json-text.ts';
import { isExample, type Simulator, simulatorOf, startSimulator, written } from './simulator-store.ts';

/** Opens the bench on the selected event. What is already on it from the same event stays as it was left. */
export async function openAcceptor(benchId: string): Promise<void> {
  const bench = benchOf(benchId);
  const { selected, view, envelope } = viewOf(benchId);
  if (selected !== null && sessionOf(benchId)?.summary?.conversation !== undefined) {
    // A message of AGH Network is judged in its own tab, with all that came before it.
    const message = await askWorker('message', { sessionId: benchId, ordinal: selected, now: null });
    if (message !== null) return changeView(benchId, { tab: 'message', bench: null });
  }
  if (view === 'envelopes' && envelope !== null && envelope.row.ordinal < 0)
    return openWithoutEvent(benchId, envelope);
  const isSame = bench?.origin.kind === 'event' && bench.origin.ordinal === selected;
  if (bench !== null && (isSame || selected === null)) return changeView(benchId, { bench: 'acceptor' });
  const opened = selected === null ? null : await fromEvent(benchId, selected);
  if (selected !== null && opened === null)
    return showHint(
      'This event has nothing to do with an envelope. Choose one that failed, or an envelope.*.',
    );
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
export async function takeUpTrial(sessionId: string, name: string, { text, context, event }: SavedTrial) {
  const ordinal = event === null ? null : await findEvent(sessionId, event);
  const opened = ordinal === null ? null : await fromEvent(sessionId, ordinal);
  if (sessionOf(sessionId) === null) return;
  const origin = opened?.origin ?? ({ kind: 'file', name, text } as const);
  restoreBench(sessionId, origin, opened?.log.context ?? {}, { text, context });
}

const evidenceOf = (sessionId: string, ordinal: number) =>
  askWorker('envelopeEvidence', { sessionId, target: { kind: 'event', ordinal } });

/** The envelope of an event; null when there is none. */
async function fromEvent(sessionId: string, ordinal: number) {
  const [rows, evidence] = await Promise.all([
    askWorker('rowsByOrdinal', { sessionId, ordinals: [ordinal] }),
    evidenceOf(sessionId, ordinal),
  ]);
  const [row] = rows;
  if (row === undefined || evidence === null) return null;
  const log = contextFromEvidence(evidence);
  if (log.envelope === null) return null;
  const { sequence, type, nodeId } = row;
  const { text } = log.envelope;
  const origin: BenchOrigin = { kind: 'event', ordinal, sequence, type, nodeId, text, log };
  return { origin, log, evidence };
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

/** Opens a part on the selected event; what is on it from the same event stays as it was left. */
export async function openSimulator(benchId: string, name: SimulatorName): Promise<void> {
  const { selected } = viewOf(benchId);
  const isLoaded = simulatorOf(benchId, name)?.ordinal === selected;
  if (benchId !== '' && selected !== null && !isLoaded && name !== 'discovery') {
    const isOpen = await openRecorded(benchId, name, selected);
    // The gate is reached from the palette too, on any event: it then opens as it was left.
    if (!isOpen && name === 'turn')
      return showHint(
        'This event belongs to no turn of a model. Choose a retry, a truncation, or the failure of an envelope.',
      );
  }
  changeView(benchId, { bench: 'acceptor' });
  setBenchPart(benchId, name);
}

/**
 * Fills a part that is displayed: with what the log records of the selected event, else with an example. A document that
 * the user brought or edited stays.
 */
export async function fillSimulator(benchId: string, name: SimulatorName): Promise<void> {
  const current = simulatorOf(benchId, name);
  const ordinal = benchId === '' || name === 'discovery' ? null : viewOf(benchId).selected;
  if (current != null && (current.ordinal === ordinal || current.text !== current.original)) return;
  if (current != null && current.ordinal === null && !isExample(current)) return;
  if (ordinal === null)
    return startSimulator(benchId, name, { from: 'to start with: type, paste, or open a file' });
  if (name !== 'discovery' && (await openRecorded(benchId, name, ordinal))) return;
  const what = name === 'turn' ? 'turn of a model' : 'decision of the gate';
  const from = `since the log records no ${what} ${await textOf(benchId, ordinal)}`;
  startSimulator(benchId, name, { ordinal, from });
}

type Recorded = Pick<Simulator, 'text' | 'record'>;

/** False for an event of which the log records nothing for the part. */
async function openRecorded(benchId: string, name: 'turn' | 'gate', ordinal: number): Promise<boolean> {
  const recorded = await (name === 'turn' ? turnOf(benchId, ordinal) : gateOf(benchId, ordinal));
  if (recorded === null) return false;
  startSimulator(benchId, name, { ...recorded, ordinal, from: await textOf(benchId, ordinal) });
  return true;
}

async function gateOf(sessionId: string, ordinal: number): Promise<Recorded | null> {
  const gate = gateFromLog(await askWorker('recordedGate', { sessionId, ordinal }));
  return gate === null ? null : { text: written(gate.question), record: { kind: 'gate', gate } };
}

async function turnOf(sessionId: string, ordinal: number): Promise<Recorded | null> {
  const recorded = await askWorker('recordedTurn', { sessionId, ordinal });
  if (recorded === null || recorded.answers.length === 0) return null;
  const { answers } = recorded;
  // The context at the beginning of the turn, with the schemas that any attempt gives away.
  const targets = answers.flatMap(({ events }, at) => (at === 0 ? events.slice(0, 1) : events.slice(-1)));
  const logs = await Promise.all(targets.map(({ ordinal }) => evidenceOf(sessionId, ordinal)));
  const contexts = logs.filter((log) => log !== null).map((log) => contextFromEvidence(log).context);
  const schemas = Object.assign({}, ...contexts.map((one) => one.schemas ?? {}));
  const limits = Object.assign({}, ...contexts.map(({ host }) => host?.limits ?? {}));
  const [first = {}] = contexts;
  const hasSchemas = Object.keys(schemas).length > 0;
  const host = Object.keys(limits).length === 0 ? {} : { host: { ...first.host, limits } };
  const turn = turnFromLog(recorded, { ...first, ...host, ...(hasSchemas ? { schemas } : {}) });
  const hasFailed = answers.at(-1)?.events.some(({ type }) => type === 'node.failed') === true;
  // An accepted answer was checked only against such schemas, which say less than the real ones.
  const lacks = hasSchemas && !hasFailed && UNCHECKED.payload !== undefined ? [UNCHECKED.payload] : [];
  const missing = [...turn.missing, ...lacks];
  return { text: written(turn.file), record: { kind: 'turn', recorded: turn.recorded, missing } };
}

async function textOf(sessionId: string, ordinal: number): Promise<string> {
  const [row] = await askWorker('rowsByOrdinal', { sessionId, ordinals: [ordinal] });
  if (row === undefined) return 'from the log';
  return `around ${formatSequence(row.sequence)} ${row.type}${row.nodeId === null ? '' : ` of node ${row.nodeId}`}`;
}
