import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { checkPayload } from '@openwop-inspector/protocol';
import { CONVERSATIONS } from '@openwop-inspector/testing/conversations';
import { brokenRules, TERMINAL_TYPES, tellAll } from '@openwop-inspector/testing/stories';
import { describe, expect, test } from 'vitest';
import { sampleBytes, sampleIndex, sampleText, staleSamples } from './sample-files.ts';

const FOLDER = fileURLToPath(new URL('../../../samples', import.meta.url));
const all = tellAll().map((reported) => ({ ...reported, sampleId: reported.story.sampleId }));

describe('samples', () => {
  test('the files are what the stories tell (else: npm run samples)', () => {
    expect(staleSamples(FOLDER)).toEqual([]);
  });

  test('the index lists them in display order, the failing draft first', () => {
    const index: unknown = JSON.parse(sampleIndex());
    expect(index).toHaveLength(all.length + CONVERSATIONS.length);
    expect(index).toMatchObject([
      { sampleId: 'acme-prd-draft', file: 'acme-prd-draft.bundle.json' },
      {},
      {},
      {},
      {},
      {},
      {},
      { sampleId: 'agh-plain' },
      { sampleId: 'agh-delegation' },
      { sampleId: 'agh-faults' },
    ]);
  });

  test('the README names every file', () => {
    const readme = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    const files = [...all.map(({ story }) => story.file), ...CONVERSATIONS.map(({ file }) => file)];
    expect(files.filter((file) => !readme.includes(`\`${file}\``))).toEqual([]);
  });

  test.each(all)('$sampleId breaks no rule of the protocol', ({ events }) => {
    expect(brokenRules(events)).toEqual([]);
  });

  test.each(all)('$sampleId has 20 to 300 events and fits a page of explanation', ({ events, story }) => {
    expect(events.length).toBeGreaterThanOrEqual(20);
    expect(events.length).toBeLessThanOrEqual(300);
    expect(story.title).toMatch(/^[A-Z].{20,100}[^.!]$/);
  });

  test.each(all)('every payload of $sampleId fits the schema of its type', ({ events }) => {
    const misfits = events.flatMap(({ type, payload, sequence }) =>
      checkPayload(type, payload).map((finding) => ({ sequence, type, finding })),
    );
    expect(misfits).toEqual([]);
  });

  test.each(all)('$sampleId has at one time what it has at the other', (reported) => {
    const again = tellAll().find(({ story }) => story === reported.story);
    expect(again === undefined ? '' : sampleText(again)).toBe(sampleText(reported));
  });

  test.each(all)('the head of $sampleId agrees with its terminal event', ({ run, events }) => {
    const terminal = events.find(({ runId, type }) => runId === run.runId && TERMINAL_TYPES.has(type));
    expect(terminal?.type).toBe(`run.${run.status}`);
  });

  test.each(all)('an effect of an untrusted envelope in $sampleId says so', ({ events }) => {
    const ids = new Set(events.map(({ eventId }) => eventId));
    const effects = events.filter(({ causationId }) => causationId !== undefined && !ids.has(causationId));
    expect(effects.filter(({ contentTrust }) => contentTrust === undefined)).toEqual([]);
  });

  test('what is packed can be unpacked', () => {
    for (const reported of all.filter(({ story }) => story.shape === 'ndjson.gz')) {
      expect(gunzipSync(sampleBytes(reported)).toString('utf8')).toBe(sampleText(reported));
    }
  });
});
