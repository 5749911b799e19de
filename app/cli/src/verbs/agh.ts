import {
  type AghEntry,
  type AghResult,
  aghReasonCodes,
  createAghAcceptor,
  isAghPeer,
  parseJsonText,
  readAghContext,
  readAghMessages,
} from '@openwop-inspector/acceptor-core';
import { countOf, formatCount, isRecord, pick } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  counts,
  dim,
  error,
  type Line,
  line,
  name,
  ok,
  paragraph,
  rest,
  tableOf,
  warning,
} from '@openwop-inspector/base/document';
import { AghDialects, type AghFileDialect } from '@openwop-inspector/protocol';
import type { Options } from '../grammar/options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readDocument, readWholeText } from '../open/whole-text.ts';
import { answering, printAnswer } from './answer-from-log.ts';
import { complain, EXIT, Refusal } from './complain.ts';

/** Messages reported one by one. */
const MAX_DISPLAYED_MESSAGES = 200;

/** Messages reported with their problems. */
const MAX_DISPLAYED_REASONS = 20;

const STYLES = { accepted: ok, rejected: error, duplicate: warning, ignored: warning } as const;

/**
 * `agh FILE`: messages of AGH Network v0 through its own acceptor, in file order. 0 when none is rejected, 1 when one
 * is, 2 when the file holds no message.
 */
export const agh = answering<string, Options<'agh'>>(async (file, options, surroundings) => {
  const { terminal } = surroundings;
  const context = await contextOf(options, surroundings);
  const { entries, problems, format } = readAghMessages(await readWholeText(file, surroundings));
  if (format === 'unknown' || entries.length === 0) {
    const first = entries.find(({ problem }) => problem !== null)?.problem ?? null;
    const why = first === null ? 'nothing in it is a message of AGH Network' : placed(first);
    throw new Refusal(`${file}: ${why}`);
  }
  for (const problem of problems) complain(terminal, `${file}: ${placed(problem)}`);
  // The dialect of the messages that can be read (agh 9.1).
  const dialects = new AghDialects();
  for (const entry of entries) {
    const parsed = parseJsonText(entry.text);
    if (parsed.ok && isRecord(parsed.value)) dialects.add(parsed.value);
  }
  const dialect = dialects.ofFile;
  const acceptor = createAghAcceptor({ ...dialect, ...context });
  const all = entries.map(({ text, place }) => {
    // What was preserved is the message itself, which nobody prints.
    return { line: place.line, result: { ...acceptor.acceptText(text), preserved: null } };
  });
  const document = (judged: typeof all) => aghReport(judged, dialect);
  await printAnswer(all, options, terminal, { json: aghDocument, document });
  const isFine = all.every(({ result }) => result.status !== 'rejected');
  return isFine && problems.every(({ severity }) => severity !== 'error') ? EXIT.fine : EXIT.findings;
});

function placed(problem: NonNullable<AghEntry['problem']>): string {
  const { message, line: row, byteOffset } = problem;
  const words = message.replace(/\.$/, '');
  return row === undefined ? words : `${words} (line ${row}, byte ${byteOffset ?? 0})`;
}

/** What was said on the command line goes before the file. */
async function contextOf({ now, peers, context: file }: Options<'agh'>, surroundings: Surroundings) {
  const wrong = peers.find((peer) => !isAghPeer(peer));
  if (wrong !== undefined)
    throw new Refusal(`--peers: no message is to ${wrong.channel}:${wrong.peer}, which is not a name`);
  const read =
    file === null
      ? { context: {} }
      : await readDocument(file, readAghContext, 'this is no context', surroundings);
  const clock = now === null ? {} : { now, clock: 'fixed' as const };
  return { ...read.context, ...clock, ...(peers.length === 0 ? {} : { localPeers: peers }) };
}

/** How many of each status, a row a message, then why messages were not taken. */
function aghReport(judged: readonly JudgedMessage[], dialect: AghFileDialect): readonly Block[] {
  const rows = judged.slice(0, MAX_DISPLAYED_MESSAGES).map(({ result }, i) => ({ ...result, number: i + 1 }));
  const left = judged.length - MAX_DISPLAYED_MESSAGES;
  const why = reasons(judged);
  return [
    summary(judged, dialect),
    blank,
    tableOf(rows, [
      counts('NO', ({ number }) => number),
      { title: 'ID', shrinksTo: 8, cell: ({ id }) => name(id ?? '–') },
      { title: 'STATUS', cell: ({ status }) => STYLES[status](status) },
      { title: 'STEP', cell: ({ step, trace }) => `${step} ${trace.at(-1)?.name ?? ''}` },
      { title: 'REASON', cell: ({ reason_code }) => reason_code ?? '–' },
      { title: 'LIFECYCLE', cell: ({ lifecycle }) => lifecycle ?? '–' },
      {
        title: 'WARNINGS',
        shrinksTo: 12,
        cell: ({ warnings }) => warnings.map(({ code }) => code).join(', '),
      },
    ]),
    ...rest(left, `and ${countOf(left, 'message')} more; --json has them all`),
    ...(why.length > 0 ? [blank] : []),
    ...why,
  ];
}

function summary(judged: readonly JudgedMessage[], { dialect, isMixed }: AghFileDialect): Line {
  const later = dialect === 'later' ? '; later dialect (workspaces, six kinds)' : '';
  const spoken = isMixed ? '; two dialects in one file' : later;
  const parts = (['accepted', 'rejected', 'duplicate', 'ignored'] as const).flatMap((status) => {
    const found = judged.filter(({ result }) => result.status === status).length;
    return found === 0 ? [] : [`${formatCount(found)} ${status}`];
  });
  // A message that was taken without a check is not said to have passed it.
  const rows = judged.flatMap(({ result }) => result.trace.filter(({ verdict }) => verdict === 'unchecked'));
  const steps = new Set(rows.map(({ name: step, note }) => `${step}, ${note}`));
  return line(
    `${countOf(judged.length, 'message')}: ${parts.join(', ')}${spoken}`,
    dim(`  trust: unverified, always${[...steps].map((words) => `; not checked: ${words}`).join('')}`),
  );
}

function reasons(judged: readonly JudgedMessage[]): readonly Block[] {
  const refused = judged.flatMap(({ line: row, result }, i) =>
    result.reason_code === null ? [] : [{ number: i + 1, row, code: result.reason_code, result }],
  );
  return refused
    .slice(0, MAX_DISPLAYED_REASONS)
    .flatMap(({ number, row, code, result }) => [
      paragraph(4, name(code), `  ${aghReasonCodes[code].title}`, dim(`  no ${number}, line ${row}`)),
      ...(result.trace.at(-1)?.details ?? []).map(({ pointer, message }) =>
        paragraph(4, '  ', name(pointer === '' ? '(message)' : pointer), `  ${message}`),
      ),
    ]);
}

/** A result with the line its message begins at. */
interface JudgedMessage {
  readonly line: number;
  readonly result: AghResult;
}

/** Plain data, without the content of messages. `reason_code` is missing when nothing was objected to. */
function aghDocument(judged: readonly JudgedMessage[]) {
  const results = judged.map(({ line, result }) => ({
    ...pick(result, ['id', 'status']),
    reason_code: result.reason_code ?? undefined,
    ...pick(result, ['step', 'warnings']),
    lifecycle: result.lifecycle ?? undefined,
    badge: result.badge ?? undefined,
    ...pick(result, ['trust', 'dialect', 'generated']),
    steps: result.trace,
    line,
  }));
  return { results };
}
