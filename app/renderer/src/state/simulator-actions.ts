/** Actions of the user on a model turn, the gate and a discovery document on the acceptor's screen. */
import { announce, pickText } from '@openwop-inspector/ui';
import { acceptor } from '../acceptor-worker/acceptor-client.ts';
import { formattedJson } from '../model/formatted-json.ts';
import type { BenchPart, Simulator, SimulatorName } from '../model/simulator.ts';
import { SIMULATOR_EXAMPLES } from '../model/simulator-examples.ts';
import { answerText } from '../model/simulator-text.ts';
import { changeSimulator, putSimulator, setBenchPart, simulatorOf } from './simulator-store.ts';

/** Puts a document in place of what was there, and plays it. */
export function startSimulator<N extends SimulatorName>(
  benchId: string,
  name: N,
  given: Pick<Simulator<N>, 'text' | 'from'> & Partial<Pick<Simulator<N>, 'ordinal' | 'record'>>,
): void {
  putSimulator<N>(benchId, {
    name,
    original: given.text,
    ordinal: null,
    record: null,
    ...given,
    ran: null,
    answer: null,
    trouble: null,
    showsDifference: false,
  });
  void runSimulator(benchId, name);
}

/** Shows a part of the screen; one that was never displayed begins with an example. */
export function showBenchPart(benchId: string, part: BenchPart): void {
  setBenchPart(benchId, part);
  if (part !== 'envelope' && simulatorOf(benchId, part) == null)
    startSimulator(benchId, part, {
      text: SIMULATOR_EXAMPLES[part],
      from: 'to start with: type, paste, or open a file',
    });
}

/** Number of the newest run, by bench and part. */
const newest = new Map<string, number>();

/** Plays what is in the editor. The answer of an older run that comes late is dropped. */
export async function runSimulator<N extends SimulatorName>(benchId: string, name: N): Promise<void> {
  const text = simulatorOf(benchId, name)?.text;
  if (text === undefined) return;
  const key = `${name} ${benchId}`;
  const mine = (newest.get(key) ?? 0) + 1;
  newest.set(key, mine);
  const answer = await acceptor.ask(name, { text });
  if (mine !== newest.get(key)) return;
  if (answer.kind !== 'answered') {
    const trouble =
      answer.kind === 'stopped'
        ? `Stopped after ${answer.afterMs / 1000} seconds: most often a pattern of a schema that backtracks without end. Change the schema or leave it out, and run again.`
        : `A bug of the inspector stopped the acceptor. Its words, for a report: ${answer.reason}`;
    changeSimulator(benchId, name, { ran: text, answer: null, trouble });
    return announce(trouble);
  }
  // The client has checked that the answer is one of this job.
  const result = answer.result as Simulator<N>['answer'];
  changeSimulator<N>(benchId, name, { ran: text, answer: result, trouble: null });
  announce(answerText(result));
}

export function editSimulator(benchId: string, name: SimulatorName, text: string): void {
  changeSimulator(benchId, name, { text });
}

/** Replaces the text and plays it; undo in the editor takes it back. */
export function replaceDocument(benchId: string, name: SimulatorName, text: string): void {
  changeSimulator(benchId, name, { text });
  void runSimulator(benchId, name);
}

export function formatDocument(benchId: string, name: SimulatorName): void {
  const formatted = formattedJson(simulatorOf(benchId, name)?.text ?? '');
  if (formatted !== null) replaceDocument(benchId, name, formatted);
}

export function revertDocument(benchId: string, name: SimulatorName): void {
  const simulator = simulatorOf(benchId, name);
  if (simulator != null) replaceDocument(benchId, name, simulator.original);
}

export function toggleDocumentDifference(benchId: string, name: SimulatorName): void {
  changeSimulator(benchId, name, { showsDifference: simulatorOf(benchId, name)?.showsDifference !== true });
}

/** Lets the person choose a file for a part. */
export async function openDocument(benchId: string, name: SimulatorName): Promise<void> {
  const picked = await pickText('Document to open');
  if (picked !== null) startSimulator(benchId, name, { text: picked.text, from: `from ${picked.name}` });
}
