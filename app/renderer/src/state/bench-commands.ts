/** What the keys of the bench do. */

import { formattedJson } from '../model/formatted-json.ts';
import type { SimulatorName } from '../model/simulator.ts';
import { goToDeciding, replaceText, runBench, runToEnd, toggleDifference, walk } from './bench-actions.ts';
import { editorInSight } from './bench-editor.ts';
import { leaveBench } from './bench-open.ts';
import { benchOf } from './bench-store.ts';
import {
  formatDocument,
  revertDocument,
  runSimulator,
  toggleDocumentDifference,
} from './simulator-actions.ts';
import { benchPartOf } from './simulator-store.ts';

const COMMANDS = {
  leave: leaveBench,
  run: (benchId) =>
    onPart(
      benchId,
      () => void runBench(benchId),
      (name) => void runSimulator(benchId, name),
    ),
  apply: applyRepair,
  'step-forward': (benchId) => walk(benchId, 1),
  'step-back': (benchId) => walk(benchId, -1),
  end: runToEnd,
  deciding: goToDeciding,
  'next-mark': () => editorInSight()?.goToMark(1),
  'previous-mark': () => editorInSight()?.goToMark(-1),
  editor: () => editorInSight()?.focus(),
  format: (benchId) =>
    onPart(
      benchId,
      () => format(benchId),
      (name) => formatDocument(benchId, name),
    ),
  revert: (benchId) =>
    onPart(
      benchId,
      () => revert(benchId),
      (name) => revertDocument(benchId, name),
    ),
  difference: (benchId) =>
    onPart(
      benchId,
      () => toggleDifference(benchId),
      (name) => toggleDocumentDifference(benchId, name),
    ),
} satisfies Readonly<Record<string, (benchId: string) => void>>;

/** Runs the visible part's handler. */
function onPart(benchId: string, envelope: () => void, simulator: (name: SimulatorName) => void): void {
  const part = benchPartOf(benchId);
  if (part === 'envelope') envelope();
  else simulator(part);
}

/** Key actions on the visible bench. */
export type BenchCommand = keyof typeof COMMANDS;

/** Carries out what a key of the bench means. */
export function runBenchCommand(benchId: string, command: BenchCommand): void {
  COMMANDS[command](benchId);
}

/** Puts the proposed repair into the text and runs it. Undo in the editor takes it back. */
export function applyRepair(benchId: string): void {
  const repair = benchOf(benchId)?.run?.answer.repair ?? null;
  if (repair !== null) replaceText(benchId, repair.text);
}

/** Writes the text with two spaces a level; a text that is not JSON stays as it is. */
export function format(benchId: string): void {
  const formatted = formattedJson(benchOf(benchId)?.text ?? '');
  if (formatted !== null) replaceText(benchId, formatted);
}

/** Back to what the log, the file or the example said. */
export function revert(benchId: string): void {
  const bench = benchOf(benchId);
  if (bench !== null) replaceText(benchId, bench.origin.text);
}
