import { writeFileSync } from 'node:fs';
import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { formatCount } from '@openwop-inspector/base';
import { checkEnvelope, checkEnvelopePayload } from '@openwop-inspector/protocol';
import { envelopeMix, MIX_HOST, type MixedEnvelope } from './envelope-mix.ts';
import { busyRemark, type Machine, machineNow } from './machine.ts';
import { median } from './measured.ts';

/** Envelopes a second, the median over the rounds; ratios are formed inside a round. */
export interface AcceptorResult {
  readonly envelopes: number;
  readonly machine: Machine;
  readonly bare: number;
  readonly withoutTrace: number;
  readonly withTrace: number;
  readonly ratioWithoutTrace: number;
  readonly ratioWithTrace: number;
}

const BATCH = 1_000;
const BATCHES_A_ROUND = 100;
const TARGETS = { withoutTrace: 0.5, withTrace: 0.3 } as const;

type Contender = (mix: readonly MixedEnvelope[]) => number;

/** The floor: what generated code needs to check shape and payload, and nothing else. */
const bareChecks: Contender = (mix) => {
  let fitting = 0;
  for (const envelope of mix) {
    const isFitting =
      checkEnvelope(envelope).length === 0 &&
      checkEnvelopePayload(envelope.type, envelope.payload)?.length === 0;
    if (isFitting) fitting += 1;
  }
  return fitting;
};

const accepting =
  (trace: boolean): Contender =>
  (mix) => {
    const acceptor = createAcceptor(
      { runId: 'run', nodeId: 'node', now: '2026-03-02T09:00:00Z', host: MIX_HOST },
      { trace },
    );
    let accepted = 0;
    for (const envelope of mix) if (acceptor.accept({ envelope })[0]?.status === 'accepted') accepted += 1;
    return accepted;
  };

/** Measures the acceptor beside bare checks on the same envelopes and prints a table. Returns the exit status. */
export function runAcceptorBench(
  options: { readonly rounds: number; readonly json: string | undefined },
  print: (text: string) => void,
): number {
  const machine = machineNow();
  const mix = envelopeMix(BATCH);
  const contenders = [bareChecks, accepting(false), accepting(true)] as const;
  // Once unmeasured, so that no contender pays for the compiling of what they share.
  measureRound(contenders, mix);
  const rounds = Array.from({ length: options.rounds }, () => measureRound(contenders, mix));
  const result = resultOf(rounds, machine);
  print(tableOf(result));
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  return 0;
}

/**
 * Envelopes a second of each contender. They take turns batch by batch, so that whatever else the machine does in the
 * meantime falls on all of them.
 */
function measureRound(contenders: readonly Contender[], mix: readonly MixedEnvelope[]): readonly number[] {
  const spentMs = contenders.map(() => 0);
  for (let batch = 0; batch < BATCHES_A_ROUND; batch += 1) {
    contenders.forEach((contender, at) => {
      const startedMs = performance.now();
      const accepted = contender(mix);
      spentMs[at] = (spentMs[at] ?? 0) + performance.now() - startedMs;
      if (accepted !== mix.length)
        throw new Error(`${mix.length - accepted} envelopes of the mix were refused`);
    });
  }
  return spentMs.map((ms) => (BATCHES_A_ROUND * mix.length * 1000) / ms);
}

function resultOf(rounds: readonly (readonly number[])[], machine: Machine): AcceptorResult {
  const column = (at: number): number => median(rounds.map((round) => round[at] ?? Number.NaN));
  const ratio = (at: number): number =>
    median(rounds.map((round) => (round[at] ?? Number.NaN) / (round[0] ?? Number.NaN)));
  return {
    envelopes: BATCHES_A_ROUND * BATCH,
    machine,
    bare: column(0),
    withoutTrace: column(1),
    withTrace: column(2),
    ratioWithoutTrace: ratio(1),
    ratioWithTrace: ratio(2),
  };
}

function tableOf(result: AcceptorResult): string {
  const { bare, withoutTrace, withTrace, ratioWithoutTrace, ratioWithTrace, machine } = result;
  const row = (name: string, value: number, ratio: string): string =>
    `| ${name.padEnd(34)} | ${formatCount(Math.round(value)).padStart(9)} | ${ratio.padStart(5)} | `;
  const target = (ratio: number, least: number): string =>
    `at least ${least}: ${ratio >= least ? 'met' : 'not met'}`;
  return `${[
    `${formatCount(result.envelopes)} envelopes a round, five kinds, all accepted, Node ${machine.node}`,
    '| what                               | a second  | ratio | target |',
    '| ---------------------------------- | --------: | ----: | ------ |',
    `${row('bare ajv code, shape and payload', bare, '1')}|`,
    `${row('acceptor, without trace', withoutTrace, ratioWithoutTrace.toFixed(2))}${target(ratioWithoutTrace, TARGETS.withoutTrace)} |`,
    `${row('acceptor, with trace', withTrace, ratioWithTrace.toFixed(2))}${target(ratioWithTrace, TARGETS.withTrace)} |`,
  ].join('\n')}\n${busyRemark(machine)}`;
}
