import { decideModelGate, readGateFile } from '@openwop-inspector/acceptor-core';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readDocument } from '../open/whole-text.ts';
import { shownAs } from './answer-from-log.ts';
import type { SimulatedOptions } from './dispatch.ts';
import { gateLines } from './simulated-report.ts';

/**
 * `gate FILE`: the steps of the model-capability gate, and the events (acceptor 5.1). 0 when a model is asked, 1 when the
 * node fails, 2 when the file is no such question.
 */
export async function gate(
  file: string,
  options: SimulatedOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const read = await readDocument(file, readGateFile, 'this is no question to the gate', surroundings);
  if (read === null) return EXIT.failed;
  const { shown, out } = shownAs(decideModelGate(read.question, read.nodeId), options, terminal);
  if (options.json) await out.printDocument(shown);
  else await out.print(gateLines(shown));
  return shown.decision === 'fail' ? EXIT.findings : EXIT.fine;
}
