/** The price of masking: marks in what hosts really recorded, none of which may hide anything but a live token. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { masker } from './masker.ts';

/** Text before a mark that hides a true secret: live tokens of recorded runs, and one canary. */
const TRUE_SECRETS: readonly (readonly [rule: string, before: RegExp])[] = [
  ['asset-token', /\/assets\/$/],
  ['interrupt-token', /\/v1\/interrupts\/$/],
  ['name', /"(?:token|interruptToken|streamToken|callbackUrl)":"$/],
  ['repeated', /\/assets\/$/],
  ['openai', /"k":"$/],
];

function eventsOf(file: string): readonly unknown[] {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.json'))
    return text.split('\n').flatMap((line) => parsed(line.replace(/^data: ?/, '')));
  const [document] = parsed(text);
  const events: unknown =
    typeof document === 'object' && document !== null && 'events' in document ? document.events : document;
  return Array.isArray(events) ? events : [document];
}

function parsed(text: string): readonly unknown[] {
  try {
    return /^[{[]/.test(text) ? [JSON.parse(text)] : [];
  } catch {
    return [];
  }
}

test('of 1,000 recorded events at most one has a mark that hides no secret', () => {
  let events = 0;
  let secrets = 0;
  const wrong: string[] = [];
  for (const folder of ['samples', 'testing/recordings']) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(?:json|ndjson|sse)$/.test(name))) {
      for (const event of eventsOf(`${folder}/${file}`)) {
        events++;
        const written = JSON.stringify(event);
        for (const { start, rule } of masker.stretches(written)) {
          const before = written.slice(Math.max(0, start - 40), start);
          if (TRUE_SECRETS.some(([of, pattern]) => of === rule && pattern.test(before))) secrets++;
          else wrong.push(`${file}: ${rule} behind ${before}`);
        }
      }
    }
  }
  expect(events).toBeGreaterThan(5000);
  expect(secrets).toBeGreaterThan(30);
  expect(wrong.length).toBeLessThanOrEqual(events / 1000);
  expect(wrong).toEqual([]);
});
