/** Coming to a model turn or the gate from an event of a log. Loaded with the acceptor's screen. */
import {
  type AcceptContext,
  contextFromEvidence,
  gateFromLog,
  turnFromLog,
  UNCHECKED,
} from '@openwop-inspector/acceptor-core';
import { formatSequence } from '@openwop-inspector/base';
import type { RecordedTurn } from '@openwop-inspector/run-log';
import type { SimulatorName } from '../model/simulator.ts';
import { written } from '../model/simulator-examples.ts';
import { askWorker } from '../worker/client.ts';
import { showHint } from './hint-store.ts';
import { showBenchPart, startSimulator } from './simulator-actions.ts';
import { simulatorOf } from './simulator-store.ts';
import { changeView, viewOf } from './view-store.ts';

/** Opens a part on the selected event; what is on it from the same event stays as it was left. */
export async function openSimulator(benchId: string, name: SimulatorName): Promise<void> {
  const { selected } = viewOf(benchId);
  const isHeld = simulatorOf(benchId, name)?.ordinal === selected;
  if (benchId !== '' && selected !== null && !isHeld && name !== 'discovery') {
    const opened = name === 'turn' ? await openTurn(benchId, selected) : await openGate(benchId, selected);
    if (!opened) return;
  }
  changeView(benchId, { bench: 'acceptor' });
  showBenchPart(benchId, name);
}

/** False for an event that belongs to no turn, which has been said. */
async function openTurn(benchId: string, ordinal: number): Promise<boolean> {
  const recorded = await askWorker('recordedTurn', { sessionId: benchId, ordinal });
  if (recorded === null || recorded.answers.length === 0) {
    showHint(
      'This event belongs to no turn of a model. Choose a retry, a truncation, or the failure of an envelope.',
    );
    return false;
  }
  const { context, isAssumed } = await contextOf(benchId, recorded);
  const turn = turnFromLog(recorded, context);
  const lacks = isAssumed && UNCHECKED.payload !== undefined ? [UNCHECKED.payload] : [];
  startSimulator(benchId, 'turn', {
    text: written(turn.file),
    ordinal,
    from: await textOf(benchId, ordinal),
    record: { kind: 'turn', recorded: turn.recorded, missing: [...turn.missing, ...lacks] },
  });
  return true;
}

/**
 * The context at the beginning of the turn, with the schemas that any attempt gives away. `isAssumed` is true when an
 * accepted answer could be checked only against such schemas, which say less than the real ones.
 */
async function contextOf(
  sessionId: string,
  { answers }: RecordedTurn,
): Promise<{ readonly context: AcceptContext; readonly isAssumed: boolean }> {
  const ordinals = answers.flatMap(({ events }, at) => {
    const event = at === 0 ? events[0] : events.at(-1);
    return event === undefined ? [] : [event.ordinal];
  });
  const logs = await Promise.all(
    ordinals.map((ordinal) =>
      askWorker('envelopeEvidence', { sessionId, target: { kind: 'event', ordinal } }),
    ),
  );
  const found = logs.flatMap((evidence) => (evidence === null ? [] : [contextFromEvidence(evidence)]));
  const schemas = Object.assign({}, ...found.map(({ context }) => context.schemas ?? {}));
  const [first] = found;
  const limits = Object.assign({}, ...found.map(({ context }) => context.host?.limits ?? {}));
  const context = first?.context ?? {};
  return {
    context: {
      ...context,
      ...(Object.keys(limits).length === 0 ? {} : { host: { ...context.host, limits } }),
      ...(Object.keys(schemas).length === 0 ? {} : { schemas }),
    },
    isAssumed:
      Object.keys(schemas).length > 0 &&
      answers.at(-1)?.events.some(({ type }) => type === 'node.failed') !== true,
  };
}

async function openGate(benchId: string, ordinal: number): Promise<boolean> {
  const recorded = await askWorker('recordedGate', { sessionId: benchId, ordinal });
  const gate = gateFromLog(recorded);
  // The gate is reached from the palette too, on any event: it then opens as it was left.
  if (gate === null) return true;
  startSimulator(benchId, 'gate', {
    text: written(gate.question),
    ordinal,
    from: await textOf(benchId, ordinal),
    record: { kind: 'gate', gate },
  });
  return true;
}

async function textOf(sessionId: string, ordinal: number): Promise<string> {
  const [row] = await askWorker('rowsByOrdinal', { sessionId, ordinals: [ordinal] });
  if (row === undefined) return 'from the log';
  return `around ${formatSequence(row.sequence)} ${row.type}${row.nodeId === null ? '' : ` of node ${row.nodeId}`}`;
}
