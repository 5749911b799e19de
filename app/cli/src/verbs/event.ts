import { type JsonToken, jsonTokens } from '@openwop-inspector/acceptor-core';
import { formatBytes, formatCount, formatSequence, masker, parsedJson } from '@openwop-inspector/base';
import { blank, dim, type Line, labelled, name, plain, type Span } from '@openwop-inspector/base/document';
import { v1EventName } from '@openwop-inspector/protocol';
import { type EventRow, eventWithSummary, type RunLog } from '@openwop-inspector/run-log';
import { requestedEvent } from '../refer/find-event.ts';
import type { Terminal, UnmaskedOutput } from '../terminal/terminal.ts';
import { aboutEvent, remarkMasked } from './answer-from-log.ts';
import { EXIT, remark } from './complain.ts';

/** Deeper levels stand as far right as this one, so that deep nesting does not make endless lines. */
const MAX_INDENT = 20;

/** Lines written at a time. */
const BATCH = 500;

/** `event FILE REF`: one event whole, as recorded; credentials and live tokens are masked unless requested otherwise. */
export const event = aboutEvent<string, 'event'>(async (log, reference, { json, unmasked }, { terminal }) => {
  const row = await requestedEvent(log, reference, terminal);
  const recorded = new TextDecoder().decode(await log.read(row.ordinal));
  const { text, masked } = unmasked ? { text: recorded, masked: 0 } : masker.json(recorded);
  remarkMasked(terminal, masked);
  if (!json) {
    await terminal.print([...factsOf(log, row), blank]);
    await printLines(text, unmasked ? terminal.unmasked() : terminal, terminal);
    return EXIT.fine;
  }
  const document = eventJson(terminal, row, text);
  // Text that has members put in is searched again.
  if (unmasked) await terminal.unmasked().printJson(document);
  else await terminal.printJson(masker.json(document).text);
  return EXIT.fine;
});

/** What `--json` prints: the event as recorded, with its place in the file. */
function eventJson(terminal: Terminal, row: EventRow, text: string): string {
  const place = { index: row.index, byteOffset: row.byteOffset, byteLength: row.byteLength };
  if (parsedJson(text) === undefined) {
    remark(terminal, 'the event is no valid JSON; its text is printed as "raw"');
    return `${JSON.stringify({ raw: text, ...place })}\n`;
  }
  const { json, replaced } = withMembers(text, place);
  const own = `the event has members of its own named ${replaced.join(', ')}`;
  if (replaced.length > 0) remark(terminal, `${own}; they are left out for the place in the file`);
  return `${json}\n`;
}

async function printLines(text: string, out: Pick<UnmaskedOutput, 'print'>, terminal: Terminal) {
  let lines: Line[] = [];
  for (const one of jsonLines(text)) {
    lines.push(one);
    if (lines.length < BATCH) continue;
    if (terminal.isClosed) return;
    await out.print(lines);
    lines = [];
  }
  await out.print(lines);
}

/** What the inspector knows of the event next to its document. */
function factsOf(log: RunLog, row: EventRow): readonly Line[] {
  const { eventId, eventIdDerived, timestamp, causationId, index, byteOffset, byteLength, sequence } = row;
  const place = `${formatCount(index + 1)} of ${formatCount(log.order.length)}`;
  return [
    eventWithSummary(row, { withRun: true }),
    labelled('eventId', name(eventId), eventIdDerived ? '  derived, the host wrote none' : ''),
    ...(v1EventName(row.type) === row.type ? [] : [labelled('name in v1', v1EventName(row.type))]),
    ...(timestamp === null ? [] : [labelled('timestamp', timestamp)]),
    ...(causationId === null ? [] : [labelled('cause', name(causationId))]),
    labelled('place', `${place}, byte ${formatCount(byteOffset)}, ${formatBytes(byteLength)}`),
    ...(sequence === null ? [labelled('sequence', formatSequence(null), ' the host wrote none')] : []),
  ];
}

/** JSON text laid out for reading, one member a line, with names, text and numbers as recorded. */
export function* jsonLines(text: string): Generator<Line> {
  let spans: Span[] = [];
  let depth = 0;
  let last: JsonToken | null = null;
  for (const token of jsonTokens(text)) {
    const opens: boolean = last?.text === '{' || last?.text === '[';
    const closes = token.text === '}' || token.text === ']';
    if (closes) depth--;
    if ((opens && !closes) || last?.text === ',' || (closes && !opens)) {
      if (last !== null) yield spans;
      spans = [plain('  '.repeat(Math.min(depth, MAX_INDENT)))];
    }
    if (token.text === ':' && token.kind === 'structure') {
      // A string that a colon follows is a name.
      const span = spans.at(-1);
      if (span !== undefined) spans[spans.length - 1] = name(span.text);
    }
    spans.push(token.kind === 'structure' ? dim(token.text === ':' ? ': ' : token.text) : plain(token.text));
    if (token.text === '{' || token.text === '[') depth++;
    last = token;
  }
  if (spans.length > 0) yield spans;
}

/**
 * Adds members to the end of a JSON object given as text, and takes out those of the same name. Everything else stays
 * character by character, apart from space between tokens. The text must be a valid JSON object. O(length).
 */
export function withMembers(text: string, members: Readonly<Record<string, unknown>>) {
  const stored: string[] = [];
  const replaced: string[] = [];
  let depth = 0;
  let member: string[] = [];
  const finish = (): void => {
    const [key] = member;
    if (key === undefined) return;
    const name: unknown = JSON.parse(key);
    if (typeof name === 'string' && Object.hasOwn(members, name)) replaced.push(name);
    else stored.push(member.join(''));
    member = [];
  };
  for (const token of jsonTokens(text)) {
    const isOpening = token.text === '{' || token.text === '[';
    const isClosing = token.text === '}' || token.text === ']';
    if (isClosing) depth--;
    if ((depth === 1 && token.text === ',') || (depth === 0 && isClosing)) finish();
    else if (depth > 0) member.push(token.text);
    if (isOpening) depth++;
  }
  for (const [name, value] of Object.entries(members))
    stored.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return { json: `{${stored.join(',')}}`, replaced };
}
