/** A document on the acceptor's screen beside the bench of an envelope, and what came of it. */
import type {
  GateFromLog,
  MissingInput,
  ModelGateResult,
  TurnFromLog,
} from '@openwop-inspector/acceptor-core';
import type { DiscoveryAnswer, Simulated, TurnAnswer } from '../acceptor-worker/acceptor-contract.ts';

/** What the acceptor's screen has beside the bench of an envelope. */
export type SimulatorName = 'turn' | 'gate' | 'discovery';
/** The part of the acceptor's screen that is in sight. */
export type BenchPart = 'envelope' | SimulatorName;

export interface SimulatorAnswers {
  readonly turn: TurnAnswer;
  readonly gate: ModelGateResult;
  readonly discovery: DiscoveryAnswer;
}

/** What a log holds beside a document that was taken from one of its events; compared while the document is as it was. */
export type SimulatorRecord =
  | {
      readonly kind: 'turn';
      readonly recorded: TurnFromLog['recorded'];
      readonly missing: readonly MissingInput[];
    }
  | { readonly kind: 'gate'; readonly gate: GateFromLog };

/** One document in an editor, and what came of it. */
export interface Simulator<N extends SimulatorName> {
  readonly name: N;
  readonly text: string;
  readonly original: string;
  /** Where the document is from, in words that follow "A model turn". */
  readonly from: string;
  /** Ordinal of the event it was taken from; null for none. */
  readonly ordinal: number | null;
  readonly record: SimulatorRecord | null;
  /** The text that `answer` is about. */
  readonly ran: string | null;
  readonly answer: Simulated<SimulatorAnswers[N]> | null;
  /** Why there is no answer: a sentence. */
  readonly trouble: string | null;
  readonly showsDifference: boolean;
}

/** The simulators of one bench, each from when it was first shown. */
export type Simulators = { readonly [N in SimulatorName]?: Simulator<N> };
