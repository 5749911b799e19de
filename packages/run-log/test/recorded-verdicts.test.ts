import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesSource, openRunLog, sessionSummary } from '../src/index.ts';
import { hostText } from './host-text.ts';

/**
 * What is said of every recording, next to the words of its host. The table is a file for people: each line of it was
 * read and is right by its recording. Files of one folder of which the same is said, and said by the host, share a line.
 */
const recordings = join(import.meta.dirname, '../../../testing/recordings');

const files = readdirSync(recordings, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(json|sse|jsonl)$/.test(name) && statSync(join(recordings, name)).isFile())
  .map((name) => name.replaceAll('\\', '/'))
  .sort();

interface ReportedVerdict {
  readonly name: string;
  readonly verdict: string;
  readonly host: string;
  readonly codes: readonly string[];
}

async function reportedOf(name: string): Promise<readonly ReportedVerdict[]> {
  const bytes = readFileSync(join(recordings, name));
  const log = openRunLog(bytesSource(name, bytes));
  await log.loaded;
  const { runs, verdict } = await sessionSummary(log);
  const lines = [`${verdict.title}. ${verdict.sentence.map(({ text }) => text).join('')}`];
  if (verdict.landOn !== null) {
    const [row] = await log.rows([verdict.landOn]);
    lines.push(`lands on ${row?.sequence} ${row?.type}`);
  }
  if (verdict.chainStart !== null) lines.push(`chain starts at ${verdict.chainStart.sequence}`);
  if (verdict.causes !== null) lines.push(`causes: ${verdict.causes}`);
  if (verdict.cause !== null) lines.push(`cause ${verdict.cause.sequence}, ${verdict.cause.rule}`);
  await log.close();
  if (runs.length === 0) return [];
  const words = hostText(bytes.toString());
  return [{ name, verdict: lines.join('; '), host: words.text, codes: words.endedWith }];
}

test('the verdict of every recording is in the table', async () => {
  const reported: ReportedVerdict[] = [];
  // One after the other: hundreds of open logs have hundreds of scanners.
  for (const file of files) reported.push(...(await reportedOf(file)));
  for (const { name, verdict, codes } of reported)
    for (const code of codes) expect(verdict, name).toContain(code);
  await expect(tableOf(reported)).toMatchFileSnapshot('./recorded-verdicts.txt');
});

function tableOf(reported: readonly ReportedVerdict[]): string {
  const lines = new Map<string, string[]>();
  for (const { name, verdict, host } of reported) {
    const key = `${dirname(name)}\n  said: ${verdict}\n  host: ${host}`;
    lines.set(key, [...(lines.get(key) ?? []), name.slice(dirname(name).length + 1)]);
  }
  const blocks = [...lines].map(([key, names]) => `${key}\n  in: ${names.join(', ')}\n`);
  return `${blocks.join('\n')}`;
}
