import {
  type AghContext,
  type AghEntry,
  type AghPeer,
  createAghAcceptor,
  readAghContext,
  readAghMessages,
} from '@openwop-inspector/acceptor-core';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readDocument, readWholeText } from '../open/whole-text.ts';
import { aghDocument, type JudgedMessage } from './agh-document.ts';
import { aghReport } from './agh-report.ts';
import { complain } from './complain.ts';
import { shownAs } from './masked-output.ts';

export interface AghOptions {
  /** Unix seconds at which the clock stands; null replays: the clock stands at the newest message so far. */
  readonly now: number | null;
  /** Peers of this side; empty leaves routing unchecked. */
  readonly peers: readonly AghPeer[];
  /** A context file; `now` and `peers` go before it. */
  readonly context: string | null;
  readonly unmasked: boolean;
  readonly json: boolean;
}

/**
 * `agh FILE`: messages of AGH Network v0 through its own acceptor, in file order. 0 when none is rejected, 1 when one
 * is, 2 when the file holds no message.
 */
export async function agh(
  file: string,
  options: AghOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const context = await contextOf(options, surroundings);
  const read = await readWholeText(file, surroundings);
  if (read.kind === 'refused') complain(terminal, read.message);
  if (read.kind === 'refused' || context === null) return EXIT.failed;
  const { entries, problems, format } = readAghMessages(read.text);
  if (format === 'unknown' || entries.length === 0) {
    const first = entries.find(({ problem }) => problem !== null)?.problem;
    complain(
      terminal,
      `${file}: ${first === undefined || first === null ? 'nothing in it is a message of AGH Network' : placed(first)}`,
    );
    return EXIT.failed;
  }
  for (const problem of problems) complain(terminal, `${file}: ${placed(problem)}`);
  const all = judgeAll(entries, context);
  const { shown: judged, out } = shownAs(all, options, terminal);
  if (options.json) await out.printDocument(aghDocument(judged));
  else await out.print(aghReport(judged, terminal.width));
  const isFine = judged.every(({ result }) => result.status !== 'rejected');
  return isFine && problems.every(({ severity }) => severity !== 'error') ? EXIT.fine : EXIT.findings;
}

function placed(problem: NonNullable<AghEntry['problem']>): string {
  const { message, line: row, byteOffset } = problem;
  const words = message.replace(/\.$/, '');
  return row === undefined ? words : `${words} (line ${row}, byte ${byteOffset ?? 0})`;
}

function judgeAll(entries: readonly AghEntry[], context: AghContext): readonly JudgedMessage[] {
  const acceptor = createAghAcceptor(context);
  return entries.map(({ text, place }) => {
    // What was preserved is the message itself, which nobody prints.
    return { line: place.line, result: { ...acceptor.acceptText(text), preserved: null } };
  });
}

/** What was said on the command line goes before the file; null when the file is wrong, which has been said. */
async function contextOf(
  { now, peers, context: file }: AghOptions,
  surroundings: Surroundings,
): Promise<AghContext | null> {
  const read =
    file === null
      ? { context: {} }
      : await readDocument(file, readAghContext, 'this is no context', surroundings);
  if (read === null) return null;
  const clock = now === null ? {} : { now, clock: 'fixed' as const };
  return { ...read.context, ...clock, ...(peers.length === 0 ? {} : { localPeers: peers }) };
}
