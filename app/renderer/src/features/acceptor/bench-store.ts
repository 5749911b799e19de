/** The acceptor's benches, and the actions of the user on them. */
import {
  type AcceptContext,
  type AcceptResult,
  notReconstructable,
  readAcceptContext,
  type Secret,
  type StepId,
  type TextRange,
} from '@openwop-inspector/acceptor-core';
import { isRecord, member, parsedJson } from '@openwop-inspector/base';
import { type Known, known, reasonsText, unknown } from '@openwop-inspector/protocol';
import { announce } from '@openwop-inspector/ui';
import { create } from 'zustand';
import { acceptor, type JobOutcome, type JobTrouble } from '../../acceptor-worker/acceptor-client.ts';
import type { HostAnswer, ProfileAnswer, RunAnswer, SavedHost } from '../../acceptor-worker/run-jobs.ts';
import type { Editor } from '../../shared/editor/create-editor.ts';
import { migrate, rememberInWindow, saveText, storedValue } from '../../shared/stored-texts.ts';
import { sessionRecord } from '../sessions/session-record.ts';
import { sessionOf } from '../sessions/sessions-store.ts';
import { type BenchOrigin, EXAMPLE_TEXT } from './bench-copies.ts';
import { type BenchPart, benchPartOf } from './bench-part.ts';
import { formattedJson } from './json-text.ts';
import { changeSimulator, runSimulator, simulatorOf, TROUBLES } from './simulator-store.ts';

export type BenchPane = 'outcome' | 'context' | 'compare' | 'history';

/** A run of the acceptor with its input. In memory only: texts may contain secrets. */
export interface BenchRun {
  /** Counts from 1. */
  readonly number: number;
  readonly text: string;
  readonly context: AcceptContext;
  readonly answer: RunAnswer;
}

/** Answers of the comparisons; unknown where the acceptor had to be ended. */
export interface Comparison {
  readonly profiles: Known<readonly ProfileAnswer[]>;
  readonly hosts: Known<readonly HostAnswer[]>;
}

/** State of a bench besides its envelope, initially as given here. */
class BenchState {
  readonly run: BenchRun | null = null;
  readonly isRunning: boolean = false;
  /**
   * What keeps an answer from being there; `not-reconstructable`: the log lacks what a verdict would be about, `note` is
   * a sentence without a full stop.
   */
  readonly trouble: JobTrouble | { readonly kind: 'not-reconstructable'; readonly note: string } | null =
    null;
  /** Envelope of the text whose steps are displayed; null leaves it to the worker. */
  readonly at: number | null = null;
  /** The opened step. */
  readonly step: StepId | null = null;
  /** Counts how often the user went to the open step from anywhere; the focus goes there each time. */
  readonly reveals: number = 0;
  /** Rows of the trace that have been walked through; null when all are displayed. */
  readonly walked: number | null = null;
  /** Newest last. */
  readonly history: readonly BenchRun[] = [];
  readonly comparison: Comparison | null = null;
  readonly pane: BenchPane = 'outcome';
  readonly showsDifference: boolean = false;
}

/** One bench: an envelope in an editor, its context, what the acceptor said. */
export interface Bench extends BenchState {
  readonly text: string;
  /** Where the text came from, and how it was then. */
  readonly origin: BenchOrigin;
  /** Without secrets. */
  readonly context: AcceptContext;
  /** In memory only, never written anywhere. */
  readonly secrets: readonly Secret[];
}

const benches = sessionRecord<Bench | null>(null);

/** By session, '' for the bench without one; null when it was never opened. */
export const { useAll: useBenches, of: benchOf, use: useBench, put: putBench, change: changeBench } = benches;

/** Declarations of hosts that the user has saved. */
export const useBenchHosts = create<{ readonly hosts: readonly SavedHost[] }>()(() => ({ hosts: [] }));

const BENCH_KEY = 'inspector.bench';

/** Saved state of one bench. */
type RememberedBench = Pick<Bench, 'text' | 'context'>;

/** Name of a bench that outlives its session's number: the address of its file. Null for pastes and drops. */
function memoryKey(benchId: string): string | null {
  if (benchId === '') return 'free';
  return sessionOf(benchId)?.reopen?.url ?? null;
}

/** Savable state of a bench; null when its text contains a secret. */
export function savableBench(bench: Pick<Bench, 'text' | 'context' | 'secrets'>): RememberedBench | null {
  const { text, context, secrets } = bench;
  if (secrets.some(({ value }) => value !== '' && text.includes(value))) return null;
  const { secrets: _never, ...rest } = context;
  return { text, context: rest };
}

/** Writes all benches. */
export function rememberBenches(): void {
  const stored = Object.entries(useBenches.getState()).flatMap(([benchId, bench]) => {
    const key = memoryKey(benchId);
    const value = bench === null ? null : savableBench(bench);
    return key === null || value === null ? [] : [[key, value] as const];
  });
  rememberInWindow(BENCH_KEY, Object.fromEntries(stored));
}

/** What was on a bench before the reload; null when nothing was saved. */
export function rememberedBench(benchId: string): RememberedBench | null {
  const value = member(storedBenches(), memoryKey(benchId) ?? '');
  if (!isRecord(value) || typeof value.text !== 'string') return null;
  const context = readAcceptContext(value.context);
  return context.ok ? { text: value.text, context: context.context } : null;
}

function storedBenches(): unknown {
  try {
    return parsedJson(sessionStorage.getItem(BENCH_KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** Writes the saved declarations of hosts. They contain no secret: their form has no place for one. */
const rememberHosts = (): Promise<boolean> =>
  saveText('hosts', JSON.stringify(useBenchHosts.getState().hosts));

export function saveHosts(hosts: readonly SavedHost[]): void {
  useBenchHosts.setState({ hosts });
  void rememberHosts();
}

/** Restores the saved declarations, and those that an earlier version stored in the browser. */
export function loadHosts(): void {
  putHosts(hostsOf(storedValue('hosts')));
  void migrate('hosts', (old) => {
    const { hosts } = useBenchHosts.getState();
    const others = hostsOf(parsedJson(old)).filter((one) => !hosts.some(({ name }) => name === one.name));
    putHosts([...hosts, ...others]);
    return rememberHosts();
  });
}

/** The declarations of a document of any origin; what is malformed is left out. */
function hostsOf(value: unknown): readonly SavedHost[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown): readonly SavedHost[] => {
    if (!isRecord(one) || typeof one.name !== 'string') return [];
    const context = readAcceptContext({ host: one.host });
    return context.ok && context.context.host ? [{ name: one.name, host: context.context.host }] : [];
  });
}

/** The same list stays the same object: results for it stay valid. */
function putHosts(hosts: readonly SavedHost[]): void {
  const before = useBenchHosts.getState().hosts;
  if (JSON.stringify(before) !== JSON.stringify(hosts)) useBenchHosts.setState({ hosts });
}

/** Maximum number of stored runs to go back to. */
const MAX_CACHED_RUNS = 30;

/** Puts an envelope on a bench and runs it. Text typed before for the same event is restored. */
export function startBench(benchId: string, origin: BenchOrigin, given: AcceptContext): void {
  const { secrets, ...context } = given;
  fillBench(benchId, { text: origin.text, origin, context, secrets: secrets ?? [] });
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
  putBench(benchId, { ...new BenchState(), ...filled });
  void runBench(benchId);
}

let requested = 0;

/** Runs what is in the editor. The answer of an older run that comes late is dropped. */
export async function runBench(benchId: string): Promise<void> {
  const bench = benchOf(benchId);
  if (bench === null) return;
  requested += 1;
  const mine = requested;
  const { text, at, origin, secrets } = bench;
  // What the log lacks is not judged; what the user typed in its place is.
  const missing = origin.kind === 'event' && text === origin.text ? notReconstructable(origin.log) : null;
  if (missing !== null) {
    const trouble = { kind: 'not-reconstructable', note: missing.note } as const;
    changeBench(benchId, { isRunning: false, run: null, step: null, trouble });
    return announce('Not reconstructable from the log.');
  }
  const context = { ...bench.context, now: bench.context.now ?? new Date().toISOString(), secrets };
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
  const run = { number: (now.history.at(-1)?.number ?? 0) + 1, text, context, answer: answer.result };
  const history = [...now.history, run].slice(-MAX_CACHED_RUNS);
  changeBench(benchId, { ...afterRun(run), isRunning: false, history });
  const { status, code, reasons } = answer.result.result;
  const outcome = `Outcome: ${code === null ? status : `${status}, ${code}`}.`;
  announce(status === 'stopped' ? `Stopped: ${reasonsText(reasons)}.` : outcome);
  if (now.pane === 'compare') void compare(benchId);
}

/** The step that decided or was stopped; null for a trace without one. */
const decidingStep = ({ trace, step }: AcceptResult): StepId | null =>
  trace.find((row) => row.step === step && !row.hypothetical)?.step ?? null;

/** The state of a bench that displays a run. */
function afterRun(run: BenchRun): Partial<Bench> {
  const { result, at } = run.answer;
  return { run, at, step: decidingStep(result), walked: null, trouble: null };
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

export const runPart = (benchId: string, part: BenchPart): Promise<void> =>
  part === 'envelope' ? runBench(benchId) : runSimulator(benchId, part);

/** Replaces the text, where there is another, and runs it. Undo in the editor takes it back. */
function replaceText(benchId: string, part: BenchPart, text: string | null | undefined): void {
  if (text == null) return;
  changeText(benchId, part, { text });
  void runPart(benchId, part);
}

export function changeContext(benchId: string, change: Partial<AcceptContext>): void {
  const bench = benchOf(benchId);
  if (bench === null) return;
  const { secrets: _stored, ...context } = { ...bench.context, ...change };
  changeAndRun(benchId, { context });
}

/** Replaces the whole context, its secrets too when it names some. */
export function setContext(benchId: string, { secrets, ...context }: AcceptContext): void {
  changeAndRun(benchId, { context, ...(secrets ? { secrets } : {}) });
}

/** Changes the input of the bench, and runs it. */
export function changeAndRun(benchId: string, change: Partial<Pick<Bench, 'context' | 'secrets' | 'at'>>) {
  changeBench(benchId, change);
  void runBench(benchId);
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

/** Opens the step after or before the open one, as far as the ends; the first where none is open. */
export function moveStep(benchId: string, direction: 1 | -1): void {
  const bench = benchOf(benchId);
  if (bench?.run == null) return;
  const { trace } = bench.run.answer.result;
  const at = trace.findIndex((row) => row.step === bench.step);
  const next = at === -1 ? 0 : Math.min(trace.length - 1, Math.max(0, at + direction));
  changeBench(benchId, { step: trace[next]?.step ?? null });
}

export function showPane(benchId: string, pane: BenchPane): void {
  changeBench(benchId, { pane });
  if (pane === 'compare') void compare(benchId);
}

export function toggleDifference(benchId: string, part: BenchPart): void {
  changeText(benchId, part, { showsDifference: textOf(benchId, part)?.showsDifference !== true });
}

/** Goes back to an earlier run: its text and its context, as they were. */
export function returnTo(benchId: string, run: BenchRun): void {
  const { secrets, ...context } = run.context;
  changeBench(benchId, { ...afterRun(run), text: run.text, context, secrets: secrets ?? [] });
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
  changeBench(benchId, { comparison: { profiles: knownAnswer(profiles), hosts: knownAnswer(others) } });
}

/** An answer of the acceptor, or why there is none. */
function knownAnswer<T>(answer: JobOutcome<T>): Known<T> {
  if (answer.kind === 'answered') return known(answer.result);
  const what = 'the comparison';
  if (answer.kind === 'failed') return unknown({ code: 'failed', what, why: answer.reason });
  return unknown({ code: 'stopped', what, limit: answer.afterMs, unit: 'ms' });
}

/** Drops the declaration of a name; `saved`, if any, takes its place. */
export function replaceHost(benchId: string, name: string, saved?: SavedHost): void {
  const others = useBenchHosts.getState().hosts.filter((host) => host.name !== name);
  saveHosts(saved === undefined ? others : [...others, saved]);
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
  replaceText(benchId, 'envelope', benchOf(benchId)?.run?.answer.repair?.text);
}

/** Writes the text with two spaces a level; a text that is not JSON stays as it is. */
export function format(benchId: string, part: BenchPart): void {
  replaceText(benchId, part, formattedJson(textOf(benchId, part)?.text ?? ''));
}

/** Back to what the log, the file or the example said. */
export function revert(benchId: string, part: BenchPart): void {
  replaceText(benchId, part, textOf(benchId, part)?.original);
}

let current: (() => Editor | null) | null = null;

/** Makes an editor the one that F8 works in. Returns the way to take it back. */
export function registerEditor(editor: () => Editor | null): () => void {
  current = editor;
  return () => {
    if (current === editor) current = null;
  };
}

const visibleEditor = (): Editor | null => current?.() ?? null;

/** Selects a part of the text in the visible editor. */
export function revealText({ from, to }: TextRange): void {
  visibleEditor()?.reveal(from, to);
}
