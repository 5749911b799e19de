/** An id that looks like a secret is displayed masked; what is displayed names it again on the command line. */
import { masker } from '@openwop-inspector/base';
import { SecretMaker } from '@openwop-inspector/testing/planted';
import { afterAll, describe, expect, test } from 'vitest';
import { accept } from '../src/verbs/accept.ts';
import { chain } from '../src/verbs/chain.ts';
import { event } from '../src/verbs/event.ts';
import { events } from '../src/verbs/events.ts';
import { captureTerminal } from './capture-terminal.ts';
import { ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const maker = new SecretMaker(3);
const [first, second, correlation, node, run] = Array.from({ length: 5 }, () => maker.known()) as [
  string,
  string,
  string,
  string,
  string,
];
const maskedDocument = (id: string): string => masker.identity(id);
const untagged = (id: string): string => masker.text(id);

const log = (name: string, ids: readonly string[], causes: readonly (string | null)[]): string =>
  scratch.write(
    name,
    ids
      .map((eventId, sequence) =>
        JSON.stringify({
          eventId,
          runId: run,
          nodeId: node,
          sequence,
          type: sequence === 0 ? 'run.started' : 'envelope.refusal',
          timestamp: '2026-05-18T10:00:00.000Z',
          ...(causes[sequence] ? { causationId: causes[sequence] } : {}),
          payload: { refusalText: 'no' },
        }),
      )
      .join('\n'),
  );
const file = log('ids.ndjson', [first, second, 'evt-2', 'evt-3'], [null, first, correlation, correlation]);

async function said(
  run: (stored: ReturnType<typeof captureTerminal>['surroundings']) => Promise<number>,
): Promise<{ readonly status: number; readonly out: string; readonly err: string }> {
  const stored = captureTerminal();
  const status = await run(stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

const oneEvent = (of: string, ref: string) =>
  said((around) => event(of, ref, { json: true, unmasked: false }, around));
const chained = (of: string, ref: string) =>
  said((around) => chain(of, ref, { json: true, limit: null }, around));
const listed = (filter: string) =>
  said((around) => events(file, { json: true, filter, limit: null, offset: 0, checks: false }, around));

test('the ids are displayed masked, and different', async () => {
  const { out } = await listed('');
  for (const id of [first, second, correlation, node, run]) expect(out).not.toContain(id);
  for (const id of [first, second, correlation, node, run]) expect(out).toContain(maskedDocument(id));
});

describe.each([
  ['with the tag', maskedDocument],
  ['without it', untagged],
])('an id as it is displayed, %s', (_form, form) => {
  test('names an event', async () => {
    const { status, out } = await oneEvent(file, form(second));
    expect([status, JSON.parse(out).sequence]).toEqual([0, 1]);
  });

  test('names the target of a chain', async () => {
    const { status, out } = await chained(file, form(second));
    expect([status, JSON.parse(out).target.sequence]).toEqual([0, 1]);
  });

  test('names an envelope by its correlationId', async () => {
    const { status, out } = await chained(file, form(correlation));
    expect([status, JSON.parse(out).envelope.correlationId]).toEqual([0, maskedDocument(correlation)]);
  });

  test('names the envelope that is run again', async () => {
    const options = {
      context: null,
      profile: null,
      whatIf: false,
      asText: false,
      unmasked: false,
      fix: false,
      write: null,
      force: false,
    };
    const { err, out } = await said((around) =>
      accept(file, { ...options, json: true, event: form(correlation) }, around),
    );
    expect(err).toContain('is read as a correlationId');
    expect(JSON.parse(out).results).toHaveLength(1);
  });
});

test.each([
  ['an eventId as a text', `"${maskedDocument(second)}"`, [1]],
  ['a cause as a text', `"${maskedDocument(correlation)}"`, [2, 3]],
  ['what a document shows', `"${untagged(correlation)}"`, [2, 3]],
  ['a text that is not there', `-"${maskedDocument(first)}"`, [2, 3]],
  ['a node', `node:"${maskedDocument(node)}"`, [0, 1, 2, 3]],
  ['a run', `run:"${maskedDocument(run)}"`, [0, 1, 2, 3]],
  ['another tag', `"${maskedDocument(second).replace(/.{5}\]$/, '0000]')}"`, []],
])('a filter takes %s', async (_what, filter, sequences) => {
  const { rows } = JSON.parse((await listed(filter)).out);
  expect(rows.map(({ sequence }: { sequence: number }) => sequence)).toEqual(sequences);
});

describe('ids that are displayed alike', () => {
  /** Two secrets of one shape and one tag. */
  const alike = ((): readonly [string, string] => {
    const byDisplayed = new Map<string, string>();
    for (let i = 0; ; i++) {
      const id = `ghp_${(i * 2_654_435_761).toString(36).padStart(18, 'aZ3kQ9xB7mW2pL5tR8')}${'vD1nJ6hG4sF0cYeUiO'}`;
      const other = byDisplayed.get(maskedDocument(id));
      if (other !== undefined && other !== id) return [other, id];
      byDisplayed.set(maskedDocument(id), id);
    }
  })();

  test('name no event', async () => {
    const both = log('alike.ndjson', alike, [null, null]);
    const { status, err } = await oneEvent(both, maskedDocument(alike[0]));
    expect(status).toBe(2);
    expect(err).toContain('several ids are displayed as');
  });

  test('name no envelope', async () => {
    const both = log('alike-causes.ndjson', ['a', 'b', 'c', 'd', 'e'], [null, ...alike, ...alike]);
    const { status, err } = await chained(both, maskedDocument(alike[0]));
    expect(status).toBe(2);
    expect(err).toContain('several ids are displayed as');
  });
});
