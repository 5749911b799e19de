/** The bench as text to copy: a vector, a command line, a report. None of them contains the value of a secret. */
import {
  type AcceptContext,
  type AcceptResult,
  type ContextFromLog,
  type Secret,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { formatSequence, type MaskedText, masker } from '@openwop-inspector/base';
import { type Block, heading, line, markdownText, name, tableOf } from '@openwop-inspector/base/document';
import type { RunAnswer } from '../../acceptor-worker/run-jobs.ts';
import { emissionOf, masked } from './json-text.ts';
import { outcomeForm, shortJson, stepTitle, verdictForm, violationInText } from './outcome-text.ts';
import { endingRow } from './step-walk.ts';

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
  const safe = (_: string, one: unknown) => (typeof one === 'string' ? masked(one, secrets) : one);
  return masked(`${JSON.stringify(value, safe, 2)}\n`, secrets);
}

function vectorTitle(result: AcceptResult): string {
  const code = result.code === null ? '' : ` with ${result.code}`;
  return `${outcomeForm(result).title}${code} at ${stepTitle(result.step)}`;
}

/** Shell commands: they write the two files and run the same trial. */
export function asCommand(copy: BenchCopy): MaskedText {
  const context = JSON.stringify(sharedContext(copy), null, 2);
  const texts = { 'envelope.json': copy.text, 'context.json': context };
  const files = Object.entries(texts).map(([file, text]) => [file, masked(text, copy.secrets)] as const);
  return writingCommand(files, 'accept envelope.json --context context.json');
}

/** Shell commands that write files and run a verb of ours on them. */
export function writingCommand(files: readonly (readonly [name: string, text: MaskedText])[], verb: string) {
  const lines = new Set(files.flatMap(([, text]) => text.split('\n')));
  // A delimiter that does not occur as a line of the texts.
  let end = 'END';
  while (lines.has(end)) end += '_';
  const written = files.map(
    ([name, text]) => `cat > ${name} <<'${end}'\n${text.replace(/\n?$/, '\n')}${end}`,
  );
  return masker.text([...written, `npx openwop-inspector ${verb}`, ''].join('\n'));
}

/** A report with the trace, for an issue or a chat. */
export function asMarkdown(copy: BenchCopy): MaskedText {
  const { answer, secrets } = copy;
  const { result } = answer;
  // Before anything is escaped: an escaped secret is no longer found.
  const safe = (text: string): string => masked(text, secrets);
  const json = (title: string, text: string): Block => ({
    title: line(title),
    recorded: safe(text),
    language: 'json',
  });
  const types = result.events.flatMap(({ type }, at) => [at === 0 ? '' : ', ', name(type)]);
  const recorded =
    types.length === 0 ? ['No event would be recorded.'] : ['Would be recorded: ', ...types, '.'];
  const decided = endingRow(result);
  const details = decided?.details.map((detail) => {
    const value = detail.value === undefined ? '' : ` (${shortJson(detail.value)})`;
    return { words: line(safe(violationInText(detail, decided.step)), safe(value)) };
  });
  const document: readonly Block[] = [
    heading(2, vectorTitle(result)),
    line(`Profile ${copy.context.profile ?? 'lenient'}. `, ...recorded),
    tableOf(result.trace, [
      { title: 'step', cell: ({ step }) => stepInfo(step).number },
      { title: '', cell: ({ step }) => stepTitle(step) },
      { title: 'verdict', cell: (row) => verdictForm(row).word },
      { title: 'note', cell: ({ note }) => safe(note) },
    ]),
    ...(details === undefined || details.length === 0 ? [] : [{ items: details }]),
    ...(answer.repair === null
      ? []
      : [json('Smallest repair:', JSON.stringify(answer.repair.patch, null, 2))]),
    json('Envelope:', copy.text.trimEnd()),
  ];
  return masked(markdownText(document), secrets);
}

export type BenchOrigin =
  | {
      readonly kind: 'event';
      readonly ordinal: number;
      readonly sequence: number | null;
      readonly type: string;
      readonly nodeId: string | null;
      /** As recorded in the log or reconstructed from it. */
      readonly text: string;
      /** Envelope, context and verdict from the log. */
      readonly log: ContextFromLog;
    }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'example'; readonly text: string };

/** How the envelope of an event came to be on the bench, as words that precede the name of the event. */
export function originText({ sequence, log: { envelope } }: Extract<BenchOrigin, { kind: 'event' }>): string {
  if (envelope === null) return 'of';
  const { form, standing, isSkeleton, from } = envelope;
  if (isSkeleton)
    return 'with a placeholder {} for its payload, which the log does not hold, put together for';
  if (standing === 'rebuilt') return `rebuilt around the payload recorded${atPlaces(from)}, for`;
  const when = sequence === null || sequence > (from.at(-1) ?? -1) ? 'before' : 'with';
  if (form === 'model-text') return `in what the model wrote${atPlaces(from)}, ${when}`;
  if (from.length > 1) return `put together from what the model streamed${atPlaces(from)}, ${when}`;
  if (from.length === 0) return 'as recorded outside the events';
  return from[0] === sequence ? 'as recorded at' : `as recorded${atPlaces(from)}, for`;
}

/** ` at #196`, or ` at #196 to #212`: text of a model is named by its first and its last chunk. */
function atPlaces(from: readonly number[]): string {
  const [first] = from;
  const last = from.at(-1);
  if (first === undefined || last === undefined) return '';
  return ` at ${formatSequence(first)}${first === last ? '' : ` to ${formatSequence(last)}`}`;
}

/** Initial content of an empty bench: a small envelope that is accepted. */
export const EXAMPLE_TEXT = `{
  "type": "clarification.request",
  "schemaVersion": 1,
  "envelopeId": "env-1",
  "correlationId": "local-run:ask:1",
  "payload": {
    "questions": [
      { "id": "q1", "question": "Which market first?" }
    ]
  },
  "meta": {
    "source": "ai-generation",
    "ts": "2026-01-01T00:00:00Z"
  }
}
`;

/** Number of lines that differ between two texts: the longer side of each changed range. */
export function changedLines(before: string, after: string): number {
  if (before === after) return 0;
  const left = before.split('\n');
  const right = after.split('\n');
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  return Math.max(left.length, right.length) - start - end;
}
