import { describe, expect, test } from 'vitest';
import { openRunLog, textSource } from '../src/index.ts';

/** Files of the protocol that are no run are named, with what to do with them (bundles 1). */

async function explained(text: string) {
  const log = openRunLog(textSource('input', text));
  await log.loaded;
  return { format: log.format, words: log.results[0]?.explanation ?? null, events: log.index.events };
}

const old = { beginRendering: { surfaceId: 's', root: 'a' } };
const created = (version: unknown): object => ({
  version,
  createSurface: { surfaceId: 's', catalogId: 'c' },
});
const update = { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/a', value: 1 } };
const lines = (...values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

describe('A2UI messages', () => {
  test.each<[string, string, string]>([
    ['an array of v0.9', JSON.stringify([created('v0.9'), update]), 'A2UI messages, v0.9: '],
    [
      'an array of v0.8',
      JSON.stringify([old, { surfaceUpdate: { surfaceId: 's' } }]),
      'A2UI messages, v0.8: ',
    ],
    ['lines', lines(created('v0.9'), update), 'A2UI messages, v0.9: '],
    ['lines of v0.8', lines(old, { dataModelUpdate: { contents: [] } }), 'A2UI messages, v0.8: '],
    ['one message', JSON.stringify(created('v0.10')), 'A2UI messages, v0.10: '],
    ['one that v0.10 adds', JSON.stringify({ version: 'v0.10', callFunction: {} }), 'A2UI messages, v0.10: '],
    [
      'a sample',
      JSON.stringify({ name: 'n', description: 'd', messages: [update] }),
      'A2UI messages, v0.9: ',
    ],
    [
      'a payload alone',
      JSON.stringify({ version: 'v0.9', catalogId: 'c', surfaceId: 's', messages: [update] }),
      'A2UI messages, v0.9: ',
    ],
    ['deleteSurface alone', JSON.stringify([{ deleteSurface: { surfaceId: 's' } }]), 'A2UI messages, v0.8: '],
    ['another version', JSON.stringify([created('v2.0')]), 'A2UI messages of the unknown version v2.0: '],
    ['a version of free text', JSON.stringify([created('<b> no')]), 'A2UI messages of an unknown version: '],
    ['no version', JSON.stringify([created(undefined)]), 'A2UI messages without a version: '],
  ])('%s', async (_name, text, words) => {
    const { format, words: said, events } = await explained(text);
    expect([format, events]).toEqual(['unknown', 0]);
    expect(said?.startsWith(words), said ?? '').toBe(true);
    expect(said).toContain('inside an envelope ui.a2ui-surface');
  });

  test.each<[string, string]>([
    ['a member of the name that is no object', JSON.stringify({ version: 'v0.9', createSurface: 'x' })],
    ['messages of a chat', JSON.stringify({ messages: [{ role: 'user', content: 'hi' }] })],
    ['other lines', lines({ a: 1 }, { b: 2 })],
  ])('%s: nothing of A2UI is said', async (_name, text) => {
    expect((await explained(text)).words).not.toContain('A2UI');
  });

  test('an event with such a member stays an event', async () => {
    const event = { type: 'x.y', sequence: 0, eventId: 'e', version: 'v0.9', createSurface: {} };
    expect(await explained(lines(event, event))).toMatchObject({ format: 'ndjson', words: null });
  });
});

describe('certification bundles', () => {
  const bundle = (version: string, totals: object): string =>
    JSON.stringify({
      bundleVersion: version,
      suite: { name: 'suite', version: '2.0.5' },
      host: { name: 'h', version: '1' },
      discovery: { url: 'https://h.example', document: {} },
      claimedProfiles: [],
      results: { totals },
    });
  test.each<[string, object, string]>([
    [
      '3',
      { executedPass: 1190, executedFail: 3, skipped: 2, inapplicable: 4, blocked: 0 },
      '(1,190 passed, 3 failed, 2 skipped, 0 blocked)',
    ],
    [
      '2',
      { executedPass: 1, executedFail: 0, skipped: 0, inapplicable: 0, blocked: 7 },
      '(1 passed, 0 failed, 0 skipped, 7 blocked)',
    ],
    ['1', { passed: 5, failed: 1, skipped: 0, total: 6 }, '(5 passed, 1 failed, 0 skipped)'],
  ])('of version %s', async (version, totals, counts) => {
    const { format, words } = await explained(bundle(version, totals));
    expect(format).toBe('unknown');
    expect(words).toContain(
      `A certification bundle, version ${version}: the result of the conformance suite on a host ${counts}, not a run`,
    );
    expect(words).toContain('discovery.document');
  });

  test('without totals, and a debug bundle next to it', async () => {
    expect((await explained(bundle('3', {}))).words).toContain('on a host, not a run');
    const debug = '{"bundleVersion":"1","suite":{},"claimedProfiles":[],"run":{"runId":"r"},"events":[]}';
    expect((await explained(debug)).format).toBe('debug-bundle');
  });
});
