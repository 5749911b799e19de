import { readDispatchFile, simulateDispatch } from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readDocument } from '../open/whole-text.ts';
import { shownAs } from './answer-from-log.ts';
import { remark } from './complain.ts';
import { dispatchLines } from './simulated-report.ts';

export interface SimulatedOptions {
  /** Prints values that look like credentials (security S-20). */
  readonly unmasked: boolean;
  readonly json: boolean;
}

/**
 * `dispatch FILE`: the attempts of one model turn, their routes and the events (acceptor 5). 0 when an attempt is accepted,
 * 1 when the node fails or a check gave no answer, 2 when the file is no such turn.
 */
export async function dispatch(
  file: string,
  options: SimulatedOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const read = await readDocument(file, readDispatchFile, 'this is no turn of a model', surroundings);
  if (read === null) return EXIT.failed;
  const { responses, config, context } = read.turn;
  const result = simulateDispatch(responses, config, context, { compile: createKillableSchemaCompiler() });
  const unused = responses.length - result.terminal.attempts;
  if (unused > 0) remark(terminal, `${unused} of ${responses.length} answers were not needed`);
  const { shown, out } = shownAs(result, options, terminal);
  if (options.json) await out.printDocument(shown);
  else await out.print(dispatchLines(shown));
  return result.terminal.status === 'accepted' ? EXIT.fine : EXIT.findings;
}
