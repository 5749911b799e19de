import type { AcceptContext, Secret, StepId } from '@openwop-inspector/acceptor-core';
import type { Known } from '@openwop-inspector/protocol';
import { create } from 'zustand';
import type { HostAnswer, ProfileAnswer, RunAnswer, SavedHost } from '../acceptor-worker/run-jobs.ts';
import type { BenchOrigin } from '../model/bench-origin.ts';

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
export type BenchTrouble =
  | { readonly kind: 'stopped'; readonly afterMs: number }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The log lacks what a verdict would be about. `note` is a sentence without a full stop. */
  | { readonly kind: 'not-reconstructable'; readonly note: string };

/** Answers of the comparisons, of the run with this number; unknown where the acceptor had to be ended. */
export interface Comparison {
  readonly run: number;
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

export interface BenchState {
  /** By session, '' for the bench without one. */
  readonly benches: Readonly<Record<string, Bench>>;
  readonly hosts: readonly SavedHost[];
}

export const useBenchStore = create<BenchState>()(() => ({ benches: {}, hosts: [] }));

/** A bench as it is now, for actions; null when it was never opened. */
export function benchOf(benchId: string): Bench | null {
  return useBenchStore.getState().benches[benchId] ?? null;
}

export function useBench(benchId: string): Bench | null {
  return useBenchStore((state) => state.benches[benchId] ?? null);
}

/** Puts a bench in its place. */
export function putBench(benchId: string, bench: Bench): void {
  useBenchStore.setState(({ benches }) => ({ benches: { ...benches, [benchId]: bench } }));
}

/** Changes some of a bench; one that is not open is left alone, since answers may arrive after a close. */
export function changeBench(benchId: string, change: Partial<Bench>): void {
  const bench = benchOf(benchId);
  if (bench !== null) putBench(benchId, { ...bench, ...change });
}

/** Forgets the bench of a closed session. */
export function dropBench(benchId: string): void {
  useBenchStore.setState(({ benches }) => {
    const { [benchId]: _closed, ...rest } = benches;
    return { benches: rest };
  });
}
