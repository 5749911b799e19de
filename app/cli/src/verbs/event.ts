import { formatBytes, formatCount, formatSequence, masker } from '@openwop-inspector/base';
import type { EventRow, RunLog } from '@openwop-inspector/run-log';
import type { ExitStatus } from '../exit-status.ts';
import { jsonLines, withMembers } from '../json/json-text.ts';
import type { Surroundings } from '../open/open-log.ts';
import { findEvent } from '../refer/find-event.ts';
import { blank, fact, type Line, name, plain } from '../terminal/line.ts';
import type { Terminal, UnmaskedOutput } from '../terminal/terminal.ts';
import { ANSWERED, answerFromLog } from './answer-from-log.ts';
import { remark } from './complain.ts';
import { eventLine } from './event-words.ts';
import { remarkMasked } from './masked-output.ts';

export interface EventOptions {
  /** Prints credentials and live tokens as recorded (security S-20). */
  readonly unmasked: boolean;
  readonly json: boolean;
}

/** Lines written at a time. */
const BATCH = 500;

/** `event FILE REF`: one event whole, as recorded; credentials and live tokens are masked unless asked otherwise. */
export function event(
  file: string,
  reference: string,
  options: EventOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  return answerFromLog(file, { checks: false }, surroundings, async (log) => {
    const found = await findEvent(log, reference);
    if (found.kind === 'none') return { kind: 'not-answered', message: found.message };
    if (found.remark !== null) remark(terminal, found.remark);
    const recorded = new TextDecoder().decode(await log.read(found.row.ordinal));
    const shown = options.unmasked ? { text: recorded, masked: 0 } : masker.json(recorded);
    remarkMasked(terminal, shown.masked);
    const out = options.unmasked ? terminal.unmasked() : jsonOutput(terminal);
    if (options.json) await printJson(terminal, out, found.row, shown.text);
    else await printReport(log, terminal, out, found.row, shown.text);
    return ANSWERED;
  });
}

/** Text that has members put in is looked through again. */
function jsonOutput(terminal: Terminal): UnmaskedOutput {
  return {
    print: (lines) => terminal.print(lines),
    printJson: (json) => terminal.printJson(masker.json(json).text),
    printDocument: (value) => terminal.printDocument(value),
  };
}

async function printJson(
  terminal: Terminal,
  out: UnmaskedOutput,
  row: EventRow,
  text: string,
): Promise<void> {
  const place = { index: row.index, byteOffset: row.byteOffset, byteLength: row.byteLength };
  if (!isJson(text)) {
    remark(terminal, 'the event is no valid JSON; its text is printed as "raw"');
    return out.printDocument({ raw: text, ...place });
  }
  const { json, replaced } = withMembers(text, place);
  if (replaced.length > 0) {
    remark(
      terminal,
      `the event has members of its own named ${replaced.join(', ')}; they are left out for the place in the file`,
    );
  }
  return out.printJson(`${json}\n`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // That is the answer.
    return false;
  }
}

async function printReport(
  log: RunLog,
  terminal: Terminal,
  out: UnmaskedOutput,
  row: EventRow,
  text: string,
): Promise<void> {
  await terminal.print([...factsOf(log, row), blank]);
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

/** What the inspector knows of the event beside its document. */
function factsOf(log: RunLog, row: EventRow): readonly Line[] {
  const lines = [
    eventLine(row, { withRun: true }),
    fact('eventId', name(row.eventId), plain(row.eventIdDerived ? '  derived, the host wrote none' : '')),
  ];
  if (row.timestamp !== null) lines.push(fact('timestamp', row.timestamp));
  if (row.causationId !== null) lines.push(fact('cause', name(row.causationId)));
  const total = formatCount(log.order.length);
  lines.push(
    fact(
      'place',
      `${formatCount(row.index + 1)} of ${total}, byte ${formatCount(row.byteOffset)}, ${formatBytes(row.byteLength)}`,
    ),
  );
  if (row.sequence === null) lines.push(fact('sequence', formatSequence(null), ' the host wrote none'));
  return lines;
}
