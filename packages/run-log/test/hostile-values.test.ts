import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileTexts } from '@openwop-inspector/testing/hostile-values';
import { expect, test } from 'vitest';
import { openRunLog, textSource } from '../src/index.ts';

/** What content controls is never converted to text: an object may call a member `toString` (security S-12). */

const samples = join(import.meta.dirname, '../../../samples');

/** Events of the samples, one for each type and form. */
function sampleEvents(): readonly Record<string, unknown>[] {
  const documents = [
    'acme-prd-draft.bundle.json',
    'media-and-surface.events.json',
    'clarification.poll.json',
    'blocked-approval.app-bundle.json',
  ];
  const events = documents.flatMap((name): Record<string, unknown>[] => {
    const document = JSON.parse(readFileSync(join(samples, name), 'utf8'));
    return Array.isArray(document) ? document : document.events;
  });
  const lines = readFileSync(join(samples, 'repaired-ticket.ndjson'), 'utf8').trim().split('\n');
  const byForm = new Map<string, Record<string, unknown>>();
  for (const event of [...events, ...lines.map((line) => JSON.parse(line))]) {
    byForm.set(`${event.type} ${Object.keys(Object(event.payload)).join()}`, event);
  }
  return [...byForm.values()];
}

const byType = sampleEvents().map(
  (event) => [`${event.type}: ${Object.keys(Object(event.payload)).join()}`, event] as const,
);

test.each(byType)('nothing throws for hostile values in %s', async (_, event) => {
  // Sequence, run and id keep the events apart, but where they are hostile themselves.
  const lines = [...hostileTexts(event)].map((text, at) => {
    const own = `{"sequence":${at},"runId":"r1","eventId":"e${at}",`;
    return at % 3 === 0
      ? text
      : text.replace(/"(?:sequence|runId|eventId)":(?:\d+|"[^"]*"),?/g, '').replace('{', own);
  });
  const log = openRunLog(textSource('hostile', lines.join('\n')));
  await log.loaded;
  await log.runChecks();
  expect((await log.rows(Array.from({ length: log.order.length }, (_, at) => at))).length).toBe(
    log.order.length,
  );
  log.problemGroups();
  await log.allProblems();
  await log.countEnvelopes();
  await log.close();
});
