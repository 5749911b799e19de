/** Actions of the user on the acceptor's bench. */
import {
  type AcceptContext,
  notReconstructable,
  type Secret,
  type StepId,
  type TextRange,
} from '@openwop-inspector/acceptor-core';
import { type Known, known, reasonsText, unknown } from '@openwop-inspector/protocol';
import { announce } from '@openwop-inspector/ui';
import { acceptor, type JobOutcome } from '../../acceptor-worker/acceptor-client.ts';
import type { RunAnswer, SavedHost } from '../../acceptor-worker/run-jobs.ts';
import type { Editor } from '../../shared/editor/create-editor.ts';
import { type BenchOrigin, EXAMPLE_TEXT } from './bench-copies.ts';
import { type BenchPart, benchPartOf } from './bench-part.ts';
import {
  type Bench,
  type BenchPane,
  type BenchRun,
  benchOf,
  changeBench,
  putBench,
  rememberBenches,
  rememberedBench,
  rememberHosts,
  useBenchHosts,
} from './bench-store.ts';
import { formattedJson } from './json-text.ts';
import { changeSimulator, runSimulator, simulatorOf, TROUBLES } from './simulator-store.ts';
import { decidingStep, stepAfter } from './step-walk.ts';

/** Maximum number of stored runs to go back to. */
const MAX_CACHED_RUNS = 30;

const NEW_BENCH = {
  run: null,
  isRunning: false,
  trouble: null,
  at: null,
  step: null,
  reveals: 0,
  walked: null,
  history: [],
  comparison: null,
  pane: 'outcome',
  showsDifference: false,
} as const satisfies Partial<Bench>;

/** Puts an envelope on a bench and runs it. Text typed before for the same event is restored. */
export function startBench(benchId: string, origin: BenchOrigin, context: AcceptContext): void {
  const { secrets, ...rest } = context;
  fillBench(benchId, { text: origin.text, origin, context: rest, secrets: secrets ?? [] });
}

/** Restores a saved bench, that before a reload unless given; else the envelope itself, or an example. */
export function restoreBench(
  benchId: string,
  origin: BenchOrigin | null,
  context: AcceptContext,
  stored = rememberedBench(benchId),
): void {
  const from = origin ?? ({ kind: 'example', text: EXAMPLE_TEXT } as const);
  if (stored === null) startBench(benchId, from, context);
  else fillBench(benchId, { ...stored, origin: from, secrets: context.secrets ?? [] });
}

function fillBench(benchId: string, filled: Pick<Bench, 'text' | 'origin' | 'context' | 'secrets'>): void {
  putBench(benchId, { ...NEW_BENCH, ...filled });
  void runBench(benchId);
}

/** The context as the worker gets it. */
function contextOf({ context, secrets }: Bench): AcceptContext {
  return { ...context, now: context.now ?? new Date().toISOString(), secrets };
}

let requested = 0;

/** Runs what is in the editor. The answer of an older run that comes late is dropped. */
export async function runBench(benchId: string): Promise<void> {
  const bench = benchOf(benchId);
  if (bench === null) return;
  requested += 1;
  const mine = requested;
  const why = whyNotJudged(bench);
  if (why !== null) {
    changeBench(benchId, { isRunning: false, run: null, step: null, trouble: why });
    return announce('Not reconstructable from the log.');
  }
  const context = contextOf(bench);
  const { text, at } = bench;
  changeBench(benchId, { isRunning: true });
  rememberBenches();
  const answer = await acceptor.ask('run', { text, context, at });
  const now = benchOf(benchId);
  if (now === null || mine !== requested) return;
  if (answer.kind !== 'answered') {
    // The steps of an earlier run must not be displayed next to what this one did not find out.
    changeBench(benchId, { isRunning: false, run: null, step: null, trouble: answer });
    return announce(TROUBLES[answer.kind]);
  }
  takeAnswer(benchId, now, {
    number: now.history.length === 0 ? 1 : (now.history.at(-1)?.number ?? 0) + 1,
    text,
    context,
    answer: answer.result,
  });
}

/** What the log lacks is not judged; what the user typed in its place is. */
function whyNotJudged({ origin, text }: Bench): Bench['trouble'] {
  const why = origin.kind === 'event' && text === origin.text ? notReconstructable(origin.log) : null;
  return why === null ? null : { kind: 'not-reconstructable', note: why.note };
}

function takeAnswer(benchId: string, bench: Bench, run: BenchRun): void {
  const { result, at } = run.answer;
  changeBench(benchId, {
    run,
    isRunning: false,
    trouble: null,
    at,
    step: decidingStep(result),
    walked: null,
    history: [...bench.history, run].slice(-MAX_CACHED_RUNS),
  });
  announce(outcomeText(run.answer));
  if (bench.pane === 'compare') void compare(benchId);
}

function outcomeText({ result }: RunAnswer): string {
  if (result.status === 'stopped') return `Stopped: ${reasonsText(result.reasons)}.`;
  return result.code === null ? `Outcome: ${result.status}.` : `Outcome: ${result.status}, ${result.code}.`;
}

/** What is in the editor of a part of a bench. */
type BenchText = Pick<Bench, 'text' | 'showsDifference'>;

function textOf(benchId: string, part: BenchPart): (BenchText & { readonly original: string }) | null {
  if (part !== 'envelope') return simulatorOf(benchId, part);
  const bench = benchOf(benchId);
  return bench === null ? null : { ...bench, original: bench.origin.text };
}

/** A text as typed is not run by itself: a half-written envelope has no outcome. */
export function changeText(benchId: string, part: BenchPart, change: Partial<BenchText>): void {
  if (part === 'envelope') changeBench(benchId, change);
  else changeSimulator(benchId, part, change);
}

export function runPart(benchId: string, part: BenchPart): Promise<void> {
  return part === 'envelope' ? runBench(benchId) : runSimulator(benchId, part);
}

/** Replaces the text and runs it. Undo in the editor takes it back. */
function replaceText(benchId: string, part: BenchPart, text: string): void {
  changeText(benchId, part, { text });
  void runPart(benchId, part);
}

export function changeContext(benchId: string, change: Partial<AcceptContext>): void {
  const bench = benchOf(benchId);
  if (bench === null) return;
  const { secrets: _stored, ...rest } = { ...bench.context, ...change };
  changeBench(benchId, { context: rest });
  void runBench(benchId);
}

/** Replaces the whole context, its secrets too when it names some. */
export function setContext(benchId: string, context: AcceptContext): void {
  const { secrets, ...rest } = context;
  changeBench(benchId, { context: rest, ...(secrets ? { secrets } : {}) });
  void runBench(benchId);
}

export function setSecrets(benchId: string, secrets: readonly Secret[]): void {
  changeBench(benchId, { secrets });
  void runBench(benchId);
}

export function showEnvelope(benchId: string, at: number): void {
  changeBench(benchId, { at });
  void runBench(benchId);
}

export function openStep(benchId: string, step: StepId | null): void {
  changeBench(benchId, { step });
}

/** One step forward or back through the pipeline; later rows are then not run yet. */
export function walk(benchId: string, direction: 1 | -1): void {
  const bench = benchOf(benchId);
  if (bench?.run == null) return;
  const { trace } = bench.run.answer.result;
  const ran = trace.filter(({ hypothetical }) => !hypothetical).length;
  const from = bench.walked ?? ran;
  const walked = Math.min(ran, Math.max(1, from + direction));
  changeBench(benchId, { walked, step: trace[walked - 1]?.step ?? null });
}

/** Shows all rows again. */
export function runToEnd(benchId: string): void {
  changeBench(benchId, { walked: null });
}

/** To the step that decided, also when it is open already and the focus is elsewhere. */
export function goToDeciding(benchId: string): void {
  const bench = benchOf(benchId);
  if (bench?.run == null) return;
  const step = decidingStep(bench.run.answer.result);
  changeBench(benchId, { walked: null, step, reveals: bench.reveals + 1 });
}

/** Opens the step after or before the open one. */
export function moveStep(benchId: string, direction: 1 | -1): void {
  const bench = benchOf(benchId);
  if (bench?.run != null) openStep(benchId, stepAfter(bench.run.answer.result.trace, bench.step, direction));
}

export function showPane(benchId: string, pane: BenchPane): void {
  changeBench(benchId, { pane });
  if (pane === 'compare') void compare(benchId);
}

export function toggleDifference(benchId: string, part: BenchPart): void {
  changeText(benchId, part, { showsDifference: textOf(benchId, part)?.showsDifference !== true });
}

/** Goes back to an earlier run: its text and its context, as they were. */
export function returnTo(benchId: string, number: number): void {
  const run = benchOf(benchId)?.history.find((one) => one.number === number);
  if (run === undefined) return;
  const { secrets, ...context } = run.context;
  changeBench(benchId, {
    text: run.text,
    context,
    secrets: secrets ?? [],
    run,
    at: run.answer.at,
    step: decidingStep(run.answer.result),
    walked: null,
    trouble: null,
  });
}

/** Asks how other profiles and the saved hosts would decide. */
export async function compare(benchId: string): Promise<void> {
  const run = benchOf(benchId)?.run;
  if (run == null) return;
  const trial = { text: run.text, context: run.context, at: run.answer.at };
  const { hosts } = useBenchHosts.getState();
  const [profiles, others] = await Promise.all([
    acceptor.ask('profiles', trial),
    acceptor.ask('hosts', { ...trial, hosts }),
  ]);
  changeBench(benchId, {
    comparison: { profiles: knownAnswer(profiles), hosts: knownAnswer(others) },
  });
}

/** An answer of the acceptor, or why there is none. */
function knownAnswer<T>(requested: JobOutcome<T>): Known<T> {
  if (requested.kind === 'answered') return known(requested.result);
  const what = 'the comparison';
  return requested.kind === 'stopped'
    ? unknown({ code: 'stopped', what, limit: requested.afterMs, unit: 'ms' })
    : unknown({ code: 'failed', what, why: requested.reason });
}

/** Saves a declaration under a name; one of that name is replaced. */
export function saveHost(benchId: string, saved: SavedHost): void {
  useBenchHosts.setState(({ hosts }) => ({
    hosts: [...hosts.filter(({ name }) => name !== saved.name), saved],
  }));
  void rememberHosts();
  void compare(benchId);
}

export function dropHost(benchId: string, name: string): void {
  useBenchHosts.setState(({ hosts }) => ({ hosts: hosts.filter((host) => host.name !== name) }));
  void rememberHosts();
  void compare(benchId);
}

const COMMANDS = {
  run: (benchId, part) => void runPart(benchId, part),
  apply: applyRepair,
  'step-forward': (benchId) => walk(benchId, 1),
  'step-back': (benchId) => walk(benchId, -1),
  end: runToEnd,
  deciding: goToDeciding,
  'next-mark': () => visibleEditor()?.goToMark(1),
  'previous-mark': () => visibleEditor()?.goToMark(-1),
  editor: () => visibleEditor()?.focus(),
  format,
  revert,
  difference: toggleDifference,
} satisfies Readonly<Record<string, (benchId: string, part: BenchPart) => void>>;

/** Key actions on the visible bench. */
export type BenchCommand = keyof typeof COMMANDS;

/** Carries out what a key of the bench means. */
export function runBenchCommand(benchId: string, command: BenchCommand): void {
  COMMANDS[command](benchId, benchPartOf(benchId));
}

/** Puts the proposed repair into the text and runs it. */
export function applyRepair(benchId: string): void {
  const repair = benchOf(benchId)?.run?.answer.repair ?? null;
  if (repair !== null) replaceText(benchId, 'envelope', repair.text);
}

/** Writes the text with two spaces a level; a text that is not JSON stays as it is. */
export function format(benchId: string, part: BenchPart): void {
  const formatted = formattedJson(textOf(benchId, part)?.text ?? '');
  if (formatted !== null) replaceText(benchId, part, formatted);
}

/** Back to what the log, the file or the example said. */
export function revert(benchId: string, part: BenchPart): void {
  const original = textOf(benchId, part)?.original;
  if (original !== undefined) replaceText(benchId, part, original);
}

/** Actions of the editor for keys and results outside it. */
type VisibleEditor = Pick<Editor, 'goToMark' | 'focus' | 'reveal'>;

let current: (() => VisibleEditor | null) | null = null;

/** Makes an editor the one that F8 works in. Returns the way to take it back. */
export function registerEditor(editor: () => VisibleEditor | null): () => void {
  current = editor;
  return () => {
    if (current === editor) current = null;
  };
}

/** The visible editor, if any. */
function visibleEditor(): VisibleEditor | null {
  return current?.() ?? null;
}

/** Selects a part of the text in the visible editor. */
export function revealText({ from, to }: TextRange): void {
  visibleEditor()?.reveal(from, to);
}
