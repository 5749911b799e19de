import {
  type AghContext,
  type AghEntry,
  type AghPeer,
  createAghAcceptor,
  readAghContext,
  readAghMessages,
} from '@openwop-inspector/acceptor-core';
import { InvalidArgumentError, Option } from 'commander';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readDocument, readWholeText } from '../open/whole-text.ts';
import { given, JSON_OPTION, type OptionsOf, text, UNMASKED, verb } from '../verb.ts';
import { aghDocument, type JudgedMessage } from './agh-document.ts';
import { aghReport } from './agh-report.ts';
import { complain } from './complain.ts';
import { shownAs } from './masked-output.ts';

const OPTIONS = {
  /** Unix seconds at which the clock stands; null replays: the clock stands at the newest message so far. */
  now: given<number | null>(
    null,
    new Option(
      '--now <time>',
      'the clock, as Unix seconds or RFC 3339; without it, the newest message',
    ).argParser(time),
  ),
  /** Peers of this side; empty leaves routing unchecked. */
  peers: given<readonly AghPeer[]>(
    [],
    new Option('--peers <list>', 'peers of this side as channel:peer, with commas between').argParser(
      peerList,
    ),
  ),
  /** A context file; `--now` and `--peers` go before it. */
  context: text('-c, --context <file>', 'the whole context; the options above go before it'),
  unmasked: UNMASKED,
  json: JSON_OPTION,
};

export type AghOptions = OptionsOf<typeof OPTIONS>;

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

/** Unix seconds of a text. */
function time(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It takes Unix seconds or 2026-05-18T10:00:00Z.');
  return Math.floor(ms / 1000);
}

function peerList(text: string): readonly AghPeer[] {
  return text.split(',').map((entry) => {
    const at = entry.indexOf(':');
    const [channel, peer] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    if (at < 0 || channel === '' || peer === '') {
      throw new InvalidArgumentError('It takes channel:peer, with commas between several.');
    }
    return { channel, peer };
  });
}

const EXAMPLES = `
Examples:
  openwop-inspector agh messages.ndjson
  openwop-inspector agh messages.json --now 1776366005 --peers builders:reviewer,builders:planner
  openwop-inspector agh messages.json --now 2026-04-16T19:00:05Z --json | jq '.results[].status'

Without --now nothing in a recording is too old: the clock stands at its newest message so far.
`;

export const aghVerb = verb({
  name: 'agh',
  description: 'run messages of AGH Network v0 through its acceptor',
  arguments: [['<file>', 'a message, an array or one a line; - is standard input']],
  options: OPTIONS,
  examples: EXAMPLES,
  run: ([file], options, means) => agh(file, options, means),
});
