/** The bench as text to copy: a vector, a command line, a report. None of them contains the value of a secret. */

import {
  type AcceptContext,
  type AcceptResult,
  type Secret,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { type MaskedText, masker } from '@openwop-inspector/base';
import type { RunAnswer } from '../acceptor-worker/run-jobs.ts';
import { emissionOf } from '../acceptor-worker/text-emission.ts';
import { masked } from './masked.ts';
import { outcomeForm } from './outcome-text.ts';
import { shortJson } from './short-json.ts';
import { stepTitle, verdictForm } from './step-text.ts';
import { endingRow } from './step-walk.ts';
import { violationInText } from './violation-text.ts';

export interface BenchCopy {
  readonly text: string;
  readonly context: AcceptContext;
  readonly secrets: readonly Secret[];
  readonly answer: RunAnswer;
}

/** The context without secrets; their ids stay, with a value for the team to replace. */
function sharedContext({ context, secrets }: Pick<BenchCopy, 'context' | 'secrets'>): AcceptContext {
  const { secrets: _never, ...rest } = context;
  if (secrets.length === 0) return rest;
  return { ...rest, secrets: secrets.map(({ secretId }) => ({ secretId, value: `value-of-${secretId}` })) };
}

/** A vector file with this trial and its outcome as the expectation, as `vectors` takes it (vectors FORMAT 1 and 2). */
export function asVectorFile(copy: BenchCopy): MaskedText {
  const { answer, secrets } = copy;
  const trial = { context: sharedContext(copy), emissions: [emissionOf(masked(copy.text, secrets))] };
  const file = {
    format: 'openwop-inspector-vectors/1',
    protocol: 'openwop',
    chapter: 'bench',
    vectors: [
      {
        id: vectorId(answer.result, maskedJson(trial, secrets)),
        clause: endingRow(answer.result)?.clause ?? 'acceptor 2',
        title: vectorTitle(answer.result),
        ...trial,
        expect: expectationOf(answer),
      },
    ],
  };
  return maskedJson(file, secrets);
}

/** Vectors of many benches end up in one folder, in which each id must be unique: FNV-1a of the trial. */
function vectorId({ code, status }: AcceptResult, trial: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < trial.length; at += 1) hash = Math.imul(hash ^ trial.charCodeAt(at), 0x01000193);
  return `bench-${code ?? status}-${(hash >>> 0).toString(16).padStart(8, '0')}`;
}

/** One per result; for the displayed one also the events to record. Ids and times are the host's own. */
function expectationOf({ lines, at, result }: RunAnswer): readonly object[] {
  return lines.map(({ status, code, step }, index) => ({
    status,
    ...(code === null ? {} : { code }),
    step,
    ...(index === at && result.capKind !== null ? { capKind: result.capKind } : {}),
    ...(index === at ? { events: result.events.map(({ type }) => ({ type })) } : {}),
    ...(index === at && status === 'stopped'
      ? { reasons: result.reasons.map(({ code: why }) => ({ code: why })) }
      : {}),
  }));
}

/** JSON without secrets. Texts are masked before they are quoted, so that it stays JSON; then names of members. */
function maskedJson(value: unknown, secrets: readonly Secret[]): MaskedText {
  const json = JSON.stringify(
    value,
    (_, one: unknown) => (typeof one === 'string' ? masked(one, secrets) : one),
    2,
  );
  return masked(`${json}\n`, secrets);
}

function vectorTitle(result: AcceptResult): string {
  const code = result.code === null ? '' : ` with ${result.code}`;
  return `${outcomeForm(result).title}${code} at ${stepTitle(result.step)}`;
}

/** Shell commands: they write the two files and run the same trial. */
export function asCommand(copy: BenchCopy): MaskedText {
  const context = masked(JSON.stringify(sharedContext(copy), null, 2), copy.secrets);
  const text = masked(copy.text, copy.secrets).replace(/\n?$/, '\n');
  const end = freeWord(text + context);
  const lines = [
    `cat > envelope.json <<'${end}'`,
    `${text}${end}`,
    `cat > context.json <<'${end}'`,
    `${context}`,
    end,
    'npx openwop-inspector accept envelope.json --context context.json',
    '',
  ];
  return masker.text(lines.join('\n'));
}

/** A delimiter that does not occur as a line of the text. */
export function freeWord(text: string): string {
  const lines = new Set(text.split('\n'));
  let word = 'END';
  while (lines.has(word)) word += '_';
  return word;
}

/** A report with the trace, for an issue or a chat. */
export function asMarkdown(copy: BenchCopy): MaskedText {
  const { answer } = copy;
  const { result } = answer;
  const lines = [
    `## ${vectorTitle(result)}`,
    '',
    `Profile ${copy.context.profile ?? 'lenient'}. ${eventsInText(result)}`,
    '',
    '| step | | verdict | note |',
    '| --- | --- | --- | --- |',
    ...result.trace.map(
      (row) =>
        `| ${stepInfo(row.step).number} | ${stepTitle(row.step)} | ${verdictForm(row).word} | ${cell(row.note)} |`,
    ),
    '',
    ...detailLines(result),
    ...(answer.repair === null
      ? []
      : ['Smallest repair:', '', ...fenced(JSON.stringify(answer.repair.patch, null, 2), 'json'), '']),
    'Envelope:',
    '',
    ...fenced(copy.text.trimEnd(), 'json'),
    '',
  ];
  return masked(lines.join('\n'), copy.secrets);
}

function eventsInText({ events }: AcceptResult): string {
  if (events.length === 0) return 'No event would be recorded.';
  return `Would be recorded: ${events.map(({ type }) => `\`${type}\``).join(', ')}.`;
}

function detailLines(result: AcceptResult): readonly string[] {
  const decided = endingRow(result);
  if (decided === undefined || decided.details.length === 0) return [];
  const lines = decided.details.map(
    (detail) =>
      `- ${cell(violationInText(detail, decided.step))}${detail.value === undefined ? '' : ` (${cell(shortJson(detail.value))})`}`,
  );
  return [...lines, ''];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');
}

/** A fenced block whose fence the text cannot close. */
function fenced(text: string, tag: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${tag}`, text, fence];
}
