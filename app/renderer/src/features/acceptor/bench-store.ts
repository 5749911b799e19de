import {
  type AcceptContext,
  readAcceptContext,
  type Secret,
  type StepId,
} from '@openwop-inspector/acceptor-core';
import { isRecord, parsedJson } from '@openwop-inspector/base';
import type { Known } from '@openwop-inspector/protocol';
import { create } from 'zustand';
import type { JobTrouble } from '../../acceptor-worker/acceptor-client.ts';
import type { HostAnswer, ProfileAnswer, RunAnswer, SavedHost } from '../../acceptor-worker/run-jobs.ts';
import { migrate, rememberInWindow, saveText, storedValue } from '../../shared/stored-texts.ts';
import { sessionRecord } from '../sessions/session-record.ts';
import { sessionOf } from '../sessions/sessions-store.ts';
import type { BenchOrigin } from './bench-copies.ts';

export type BenchPane = 'outcome' | 'context' | 'compare' | 'history';

/** A run of the acceptor with its input. In memory only: texts may contain secrets. */
export interface BenchRun {
  /** Counts from 1. */
  readonly number: number;
  readonly text: string;
  readonly context: AcceptContext;
  readonly answer: RunAnswer;
}

/** What keeps an answer from being there. */
type BenchTrouble =
  | JobTrouble
  /** The log lacks what a verdict would be about. `note` is a sentence without a full stop. */
  | { readonly kind: 'not-reconstructable'; readonly note: string };

/** Answers of the comparisons; unknown where the acceptor had to be ended. */
export interface Comparison {
  readonly profiles: Known<readonly ProfileAnswer[]>;
  readonly hosts: Known<readonly HostAnswer[]>;
}

/** One bench: an envelope in an editor, its context, what the acceptor said. */
export interface Bench {
  readonly text: string;
  /** Where the text came from, and how it was then. */
  readonly origin: BenchOrigin;
  /** Without secrets. */
  readonly context: AcceptContext;
  /** In memory only, never written anywhere. */
  readonly secrets: readonly Secret[];
  readonly run: BenchRun | null;
  readonly isRunning: boolean;
  readonly trouble: BenchTrouble | null;
  /** Envelope of the text whose steps are displayed; null leaves it to the worker. */
  readonly at: number | null;
  /** The opened step. */
  readonly step: StepId | null;
  /** Counts how often the user went to the open step from anywhere; the focus goes there each time. */
  readonly reveals: number;
  /** Rows of the trace that have been walked through; null when all are displayed. */
  readonly walked: number | null;
  /** Newest last. */
  readonly history: readonly BenchRun[];
  readonly comparison: Comparison | null;
  readonly pane: BenchPane;
  readonly showsDifference: boolean;
}

/** By session, '' for the bench without one; null when it was never opened. */
const benches = sessionRecord<Bench | null>(null);

export const { useAll: useBenches, of: benchOf, use: useBench, put: putBench, change: changeBench } = benches;

/** Declarations of hosts that the user has saved. */
export const useBenchHosts = create<{ readonly hosts: readonly SavedHost[] }>()(() => ({ hosts: [] }));

const BENCH_KEY = 'inspector.bench';

/** Saved state of one bench. */
interface RememberedBench {
  readonly text: string;
  readonly context: AcceptContext;
}

/** Name of a bench that outlives its session's number: the address of its file. Null for pastes and drops. */
function memoryKey(benchId: string): string | null {
  if (benchId === '') return 'free';
  return sessionOf(benchId)?.reopen?.url ?? null;
}

/** Savable state of a bench; null when its text contains a secret. */
export function savableBench({
  text,
  context,
  secrets,
}: Pick<Bench, 'text' | 'context' | 'secrets'>): RememberedBench | null {
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
  const key = memoryKey(benchId);
  const all = read();
  return key !== null && isRecord(all) && Object.hasOwn(all, key) ? readRemembered(all[key]) : null;
}

function readRemembered(value: unknown): RememberedBench | null {
  if (!isRecord(value) || typeof value.text !== 'string') return null;
  const context = readAcceptContext(value.context);
  return context.ok ? { text: value.text, context: context.context } : null;
}

/** Writes the saved declarations of hosts. They contain no secret: their form has no place for one. */
export function rememberHosts(): Promise<boolean> {
  return saveText('hosts', JSON.stringify(useBenchHosts.getState().hosts));
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

function read(): unknown {
  try {
    return parsedJson(sessionStorage.getItem(BENCH_KEY) ?? 'null');
  } catch {
    return null;
  }
}
