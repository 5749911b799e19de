import {
  type AcceptContext,
  type Acceptor,
  type AcceptResult,
  createAcceptor,
  placedViolations,
} from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { countOf } from '@openwop-inspector/base';
import { acceptRebuilt, searchRepair } from '../accept/accept-rebuilt.ts';
import { openEnvelopes, type SourceEmission } from '../accept/envelope-source.ts';
import type { Options } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readContext } from '../open/whole-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type AcceptedEnvelope, acceptDocument, isTaken, needsTelling } from './accept-document.ts';
import { acceptReport } from './accept-report.ts';
import { answering, printAnswer } from './answer-from-log.ts';
import { complain, EXIT, Refusal, remark } from './complain.ts';
import { saveText } from './export-target.ts';

/**
 * `accept FILE`: what a host would do with each envelope, and why. 0 when all are accepted, 1 when one is refused, when
 * a check was stopped, and when a part of the file cannot be read or was not inspected, 2 when file or context cannot be read or the log does not hold the envelope.
 */
export const accept = answering<string, Options<'accept'>>(async (file, options, surroundings) => {
  const { terminal } = surroundings;
  const { fix, write, force } = options;
  if (write !== null && !fix) throw new Refusal('--write writes what --fix finds, so it goes with it');
  const known = await readContext(options.context, surroundings);
  const { emissions, faults } = await openEnvelopes(file, options, surroundings);
  for (const fault of faults) complain(terminal, fault);
  const context = options.profile === null ? known : { ...known, profile: options.profile };
  const { results: all, isWhole } = await acceptAll(emissions, context, options, surroundings);
  const document = (results: typeof all) => acceptReport(results, context.profile ?? 'lenient');
  await printAnswer(all, options, terminal, { json: acceptDocument, document });
  if (write !== null && !(await writeRepaired(all, write, force, terminal))) return EXIT.failed;
  if (all.some(({ result }) => result === null)) return EXIT.failed;
  const isFine = isWhole && faults.length === 0 && all.every(({ result }) => isTaken(result));
  return isFine ? EXIT.fine : EXIT.findings;
});

/** Envelopes between two looks at the signals. */
const BATCH = 200;

async function acceptAll(
  emissions: readonly SourceEmission[],
  context: AcceptContext,
  { whatIf, fix }: Options<'accept'>,
  { terminal, signal }: Surroundings,
) {
  const compile = createKillableSchemaCompiler();
  const acceptorOf = (one: AcceptContext): Acceptor => createAcceptor(one, { compile, whatIf });
  const acceptor = acceptorOf(context);
  const results: AcceptedEnvelope[] = [];
  /** False when some envelopes were not inspected, which has been said. */
  let isWhole = true;
  for (const [index, emission] of emissions.entries()) {
    if (index % BATCH === BATCH - 1) {
      terminal.progress(`${index} of ${countOf(emissions.length, 'envelope')}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (signal.aborted) {
      remark(terminal, `stopped after ${countOf(index, 'envelope')} of ${emissions.length}`);
      isWhole = false;
      break;
    }
    const { place, rebuilt } = emission;
    const accepted: readonly AcceptedEnvelope[] =
      rebuilt === null
        ? standingAlone(emission, acceptOne(acceptor, emission, context), context)
        : acceptRebuilt(rebuilt, context, acceptorOf).map((one) => ({ ...one, place }));
    if (!fix) results.push(...accepted);
    else {
      const repair = searchRepair({
        emission,
        before: emissions.slice(0, index),
        results: accepted.map(({ result }) => result),
        context,
        accept: (other, one) => acceptOne(other, one, context),
        acceptorOf,
      });
      results.push(...accepted.map((one) => ({ ...one, repair })));
    }
  }
  terminal.progress(null);
  for (const warning of acceptor.warnings) remark(terminal, `${warning.code}: ${warning.message}`);
  return { results, isWhole: isWhole && acceptor.warnings.length === 0 };
}

/** Results of an emission that is in a file, with the places of what was refused. */
function standingAlone(
  { emission, place, start }: SourceEmission,
  results: readonly AcceptResult[],
  context: AcceptContext,
): readonly AcceptedEnvelope[] {
  return results.map((result, at) => {
    const isPlaced = start !== null && 'text' in emission && needsTelling(result);
    const violations = isPlaced ? placedViolations(emission.text, start, results, at, context) : [];
    return { place, result, report: null, violations };
  });
}

/** What the context says of run and node goes before what the log says. */
function acceptOne(acceptor: Acceptor, one: SourceEmission, context: AcceptContext) {
  const { emission, override, isNewTurn } = one;
  const { runId = null, nodeId = null } = context;
  const named = { ...(runId === null ? {} : { runId }), ...(nodeId === null ? {} : { nodeId }) };
  const reported = override === null ? null : { ...override, ...named };
  if (isNewTurn) acceptor.accept({ turn: true }, reported ?? {});
  return reported === null ? acceptor.accept(emission) : acceptor.accept(emission, reported);
}

/** Writes the one repaired envelope; false when it cannot be written, which has been said. */
async function writeRepaired(
  all: readonly AcceptedEnvelope[],
  out: string,
  force: boolean,
  terminal: Terminal,
): Promise<boolean> {
  const [one] = all;
  if (one === undefined || all.length > 1)
    throw new Refusal(`--write takes one envelope; here are ${all.length}`);
  const { repair = null, result } = one;
  if (repair?.kind !== 'found') throw new Refusal(`${out} is not written: there is no repair`);
  // Written again by a reader of JSON, such a number would be another one.
  if ((result?.lossyNumbers.length ?? 0) > 0)
    throw new Refusal(
      `${out} is not written: the envelope holds numbers with more digits than JavaScript keeps`,
    );
  const text = `${JSON.stringify(repair.plain, null, 2)}\n`;
  return saveText(out, text, { what: 'the repaired envelope', force }, terminal);
}
