import { closeSync, openSync, writeSync } from 'node:fs';
import { envelopeItem, type HostileItem } from './hostile-item.ts';
import texts from './markdown-texts.json' with { type: 'json' };
import { mediaItems } from './media-items.ts';
import { surfaceItems } from './surface-items.ts';
import { valueItems } from './value-items.ts';

const markdown = (name: string, text: string, shows: RegExp) =>
  envelopeItem(`markdown: ${name}`, JSON.stringify({ text }), shows, { rendering: { display: 'markdown' } });

const after = 'Read this line.';
const line = /Read this line/;
const withLines = (texts: Readonly<Record<string, string>>, prefix = '') =>
  Object.entries(texts).map(([name, text]) => markdown(prefix + name, `${text}\n\n${after}`, line));

const sizes: readonly HostileItem[] = [
  markdown('a table of 8,000 rows', `| a | b |\n| - | - |\n${'| 1 | 2 |\n'.repeat(8_000)}`, /a\s*b|1\s*2/),
  markdown('a table of a million rows', `| a |\n| - |\n${'| 1 |\n'.repeat(1_000_000)}`, /too l(ong|arge)/),
  markdown('10,000 quotes in each other', `${'>'.repeat(10_000)} deep`, /deep|markdown|nest/i),
  markdown('10,000 lists in each other', `${'- '.repeat(10_000)}deep`, /deep|markdown|nest/i),
  markdown('100,000 opened brackets', '['.repeat(100_000), /\[\[/),
  markdown('100,000 opened emphases', '*a **b '.repeat(14_000), /a/),
  // It opens a fence and nothing else: an empty block of code.
  markdown('100,000 backticks', '`'.repeat(100_000), /Copy code/),
  markdown('one line of 190,000 letters', 'x'.repeat(190_000), /xxx/),
  markdown('hidden characters', 'a\u202eb\u2066c\u200bd\ufeffe\u0007f', /202E/i),
];

/** Markdown is React elements without raw HTML; links and images do nothing by themselves (security S-05). */
const markdownItems: readonly HostileItem[] = [
  ...withLines(texts.markup),
  ...withLines(texts.addresses, 'a link with '),
  ...withLines(texts.pictures),
  ...sizes,
];

/** Everything, in the order of the log: item `i` is the event with sequence `i + 1`. */
export const hostileCorpus: readonly HostileItem[] = [
  ...markdownItems,
  ...mediaItems,
  ...surfaceItems,
  ...valueItems,
];

/** Writes the corpus as one run in NDJSON. The run begins and ends as any other. */
export function writeHostileCorpus(file: string): void {
  const out = openSync(file, 'w');
  const add = (sequence: number, type: string, payload: string) => {
    const timestamp = new Date(Date.UTC(2026, 2, 2, 9, 0, sequence)).toISOString();
    const frame = { eventId: `hostile-${sequence}`, runId: 'run-hostile', sequence, timestamp, type };
    const own = JSON.stringify({ ...frame, nodeId: 'model', contentTrust: 'untrusted' });
    writeSync(out, `${own.slice(0, -1)},"payload":${payload}}\n`);
  };
  add(0, 'run.started', '{"workflowId":"hostile"}');
  for (const [at, { type, payload }] of hostileCorpus.entries()) add(at + 1, type, payload);
  add(hostileCorpus.length + 1, 'run.completed', '{"durationMs":1}');
  closeSync(out);
}
