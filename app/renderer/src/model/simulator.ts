/** A document of a simulator next to the envelope bench of the acceptor, and its result. */
import type {
  GateFromLog,
  MissingInput,
  ModelGateResult,
  TurnFromLog,
} from '@openwop-inspector/acceptor-core';
import type { DiscoveryAnswer, Simulated, TurnAnswer } from '../acceptor-worker/simulations.ts';

/** Simulators of the acceptor's screen other than the envelope bench. */
export type SimulatorName = 'turn' | 'gate' | 'discovery';
/** The visible part of the acceptor's screen. */
export type BenchPart = 'envelope' | SimulatorName;

export interface SimulatorAnswers {
  readonly turn: TurnAnswer;
  readonly gate: ModelGateResult;
  readonly discovery: DiscoveryAnswer;
}

/** The log's record for a document that was taken from one of its events; compared while the document is unchanged. */
export type SimulatorRecord =
  | {
      readonly kind: 'turn';
      readonly recorded: TurnFromLog['recorded'];
      readonly missing: readonly MissingInput[];
    }
  | { readonly kind: 'gate'; readonly gate: GateFromLog };

/** One document in an editor, and its result. */
export interface Simulator<N extends SimulatorName> {
  readonly name: N;
  readonly text: string;
  readonly original: string;
  /** Origin of the document, in words that follow "A model turn". */
  readonly from: string;
  /** Ordinal of the event it was taken from; null for none. */
  readonly ordinal: number | null;
  readonly record: SimulatorRecord | null;
  /** The text of `answer`. */
  readonly ran: string | null;
  readonly answer: Simulated<SimulatorAnswers[N]> | null;
  /** Why there is no answer: a sentence. */
  readonly trouble: string | null;
  readonly showsDifference: boolean;
}

/** The simulators of one bench, each created when it was first shown. */
export type Simulators = { readonly [N in SimulatorName]?: Simulator<N> };
