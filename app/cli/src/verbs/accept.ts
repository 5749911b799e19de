import type { AcceptContext, Acceptor, Profile } from '@openwop-inspector/acceptor-core';
import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { countOf } from '@openwop-inspector/base';
import { acceptRebuilt } from '../accept/accept-rebuilt.ts';
import { readContextFile } from '../accept/context-file.ts';
import { openEnvelopes, type SourceEmission } from '../accept/envelope-source.ts';
import { maskedCopy, maskedWords } from '../accept/masked-copy.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { type AcceptedEnvelope, acceptDocument, isTaken } from './accept-document.ts';
import { acceptReport } from './accept-report.ts';
import { complain, remark } from './complain.ts';

export interface AcceptOptions {
  readonly json: boolean;
  /** Context file; null when nothing is known of host and run. */
  readonly context: string | null;
  /** In place of the context's own; null leaves it. */
  readonly profile: Profile | null;
  /** Says of the steps after the deciding one what they would have said. */
  readonly whatIf: boolean;
  /** Takes the envelope that stands at this event of a log, by eventId, sequence or correlationId; null takes all. */
  readonly event: string | null;
  /** Takes the file for what a model wrote, even when it looks like JSON. */
  readonly asText: boolean;
  /** Prints values that look like credentials. */
  readonly unmasked: boolean;
}

/**
 * `accept FILE`: what a host would do with each envelope, and why. 0 when all are accepted, 1 when one is refused, when
 * a check was stopped, and when a part of the file cannot be read or was not looked at, 2 when file or context cannot be read or the log does not hold the envelope.
 */
export async function accept(
  file: string,
  options: AcceptOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const read = await readContextFile(options.context, surroundings);
  if (read.kind === 'refused') {
    complain(terminal, read.message, read.places);
    return EXIT.failed;
  }
  const opened = await openEnvelopes(file, options, surroundings);
  if (opened.kind === 'refused') {
    complain(terminal, opened.message);
    return EXIT.failed;
  }
  for (const fault of opened.faults) complain(terminal, fault);
  const context = options.profile === null ? read.context : { ...read.context, profile: options.profile };
  const { results: all, isWhole } = await acceptAll(opened.emissions, context, options, surroundings);
  const { value: results, masked } = options.unmasked ? { value: all, masked: 0 } : maskedCopy(all);
  if (masked > 0) remark(terminal, maskedWords(masked));
  const out = options.unmasked ? terminal.unmasked() : terminal;
  if (options.json) await out.printDocument(acceptDocument(results));
  else await out.print(acceptReport({ results, profile: context.profile ?? 'lenient' }, terminal.width));
  if (results.some(({ result }) => result === null)) return EXIT.failed;
  const isFine = isWhole && opened.faults.length === 0 && results.every(({ result }) => isTaken(result));
  return isFine ? EXIT.fine : EXIT.findings;
}

interface Accepted {
  readonly results: readonly AcceptedEnvelope[];
  /** False when some envelopes were not looked at, which has been said. */
  readonly isWhole: boolean;
}

/** Envelopes between two looks at the signals. */
const BATCH = 200;

async function acceptAll(
  emissions: readonly SourceEmission[],
  context: AcceptContext,
  { whatIf }: AcceptOptions,
  { terminal, signal }: Surroundings,
): Promise<Accepted> {
  const compile = createKillableSchemaCompiler();
  const acceptorOf = (one: AcceptContext): Acceptor => createAcceptor(one, { compile, whatIf });
  const acceptor = acceptorOf(context);
  const results: AcceptedEnvelope[] = [];
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
    if (rebuilt === null) results.push(...acceptOne(acceptor, emission, context));
    else results.push(...acceptRebuilt(rebuilt, context, acceptorOf).map((one) => ({ ...one, place })));
  }
  terminal.progress(null);
  for (const warning of acceptor.warnings) remark(terminal, `${warning.code}: ${warning.message}`);
  return { results, isWhole: isWhole && acceptor.warnings.length === 0 };
}

/** What the context says of run and node goes before what the log says. */
function acceptOne(
  acceptor: Acceptor,
  { emission, override, place, isNewTurn }: SourceEmission,
  context: AcceptContext,
): readonly AcceptedEnvelope[] {
  const told = override === null ? null : { ...override, ...namedIn(context) };
  if (isNewTurn) acceptor.accept({ turn: true }, told ?? {});
  const results = told === null ? acceptor.accept(emission) : acceptor.accept(emission, told);
  return results.map((result) => ({ place, result, told: null }));
}

function namedIn({ runId, nodeId }: AcceptContext): Partial<AcceptContext> {
  return {
    ...(runId === undefined || runId === null ? {} : { runId }),
    ...(nodeId === undefined || nodeId === null ? {} : { nodeId }),
  };
}
