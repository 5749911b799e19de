import { afterAll, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { accept } from '../src/verbs/accept.ts';
import { envelope } from './acceptor-inputs.ts';
import { type CaptureOptions, captureTerminal } from './capture-terminal.ts';
import { eventLine, ScratchFolder, sample } from './scratch-folder.ts';

/** `accept` on logs that hold no envelope as such: what is rebuilt from them (acceptor 8). */

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const prd = sample('acme-prd-draft.bundle.json');
const approval = sample('blocked-approval.app-bundle.json');
const ticket = sample('repaired-ticket.ndjson');

async function accepted(
  file: string,
  options: Partial<Options<'accept'>> = {},
  terminal: CaptureOptions = {},
) {
  const stored = captureTerminal(terminal);
  const all: Options<'accept'> = {
    json: true,
    context: null,
    profile: null,
    whatIf: false,
    event: null,
    asText: false,
    fix: false,
    write: null,
    force: false,
    unmasked: false,
    ...options,
  };
  const status = await accept(file, all, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

function contextFile(context: object): string {
  return scratch.write(`context-${Object.keys(context).join('-')}.json`, JSON.stringify(context));
}

describe('accept --event: the envelope at an event, in the context of the log', () => {
  test.each([
    [prd, '216', 1, 'invalid', 'envelope_invalid', 'payload', 'evt-prd-5f2c-216'],
    [prd, 'evt-prd-5f2c-189', 1, 'invalid', 'envelope_invalid', 'payload', 'evt-prd-5f2c-189'],
    [prd, '128', 0, 'accepted', undefined, 'emit', 'evt-prd-5f2c-128'],
    [ticket, '23', 1, 'invalid', 'envelope_invalid', 'payload', undefined],
    [ticket, '39', 0, 'accepted', undefined, 'emit', undefined],
  ])('%s %s: the verdict is that of the host', async (file, event, expected, status, code, step, eventId) => {
    const { status: exit, out } = await accepted(file, { event });
    const { results } = JSON.parse(out);
    expect([exit, results.length]).toEqual([expected, 1]);
    // That an envelope was right to be accepted takes the kinds, versions and schemas of the host, which no log holds.
    const agrees = status === 'accepted' ? null : true;
    expect(results[0]).toMatchObject({ outcome: { status }, step, host: { status, agrees } });
    expect(results[0].outcome.code).toBe(code);
    if (eventId !== undefined) expect(results[0].from.eventId).toBe(eventId);
    expect(results[0].from.context).toContainEqual(
      expect.objectContaining({ field: 'runId', standing: 'known' }),
    );
  });

  test('a correlationId means its last emission', async () => {
    const { out, err } = await accepted(prd, { event: 'prd-5f2c:draft:3:9c41' });
    expect(JSON.parse(out).results[0]).toMatchObject({
      envelopeId: 'env-32',
      place: 'prd-5f2c:draft:3:9c41',
    });
    expect(err).toContain('is read as a correlationId');
  });

  test('a given context goes before the log, field by field', async () => {
    const context = contextFile({
      host: { limits: { envelopesPerTurn: 0 } },
      schemas: null,
      nodeId: 'other',
    });
    const { out } = await accepted(prd, { event: '216', context, profile: 'strict' });
    const [result] = JSON.parse(out).results;
    expect(result).toMatchObject({
      outcome: { status: 'breached', capKind: 'envelopes' },
      host: { agrees: false },
    });
    const standings = Object.fromEntries(
      result.from.context.map((row: { field: string; standing: string }) => [row.field, row.standing]),
    );
    expect(standings).toMatchObject({
      profile: 'given',
      nodeId: 'given',
      schemas: 'given',
      'host.limits.envelopesPerTurn': 'given',
      'host.limits.schemaRounds': 'known',
      'counters.schemaRounds': 'known',
      prior: 'known',
    });
  });

  test('secrets of the context occur nowhere, in what the log reports either', async () => {
    const context = contextFile({ secrets: [{ value: "required property 'title'", secretId: 's1' }] });
    const { out } = await accepted(prd, { event: '216', context });
    expect(out).not.toContain("required property 'title'");
    expect(out).toContain('[REDACTED:s1]');
  });

  test.each([
    ['the envelope names no node', { nodeId: 'n' }, {}],
    ['the approval names no node', {}, { nodeId: 'n' }],
  ])(
    'untrusted content never meets an approval that may be bound to it: %s (acceptor 7)',
    async (_name, waits, comes) => {
      const at = (sequence: number, type: string, payload: unknown, more: object = {}) => ({
        eventId: `e${sequence}`,
        runId: 'r',
        sequence,
        type,
        timestamp: '2026-05-18T10:00:00Z',
        payload,
        ...more,
      });
      const surface = {
        catalogVersion: '0.9.1',
        surface: { components: [{ component: 'text', text: 'x' }] },
      };
      const events = [
        at(0, 'node.started', {}, { nodeId: 'n' }),
        at(1, 'interrupt.requested', { kind: 'approval', key: 'k', data: {} }, waits),
        at(2, 'ui.a2ui-surface', surface, { contentTrust: 'untrusted', causationId: 'c', ...comes }),
      ];
      const file = scratch.write('waits.json', JSON.stringify(events));
      const { out } = await accepted(file, { event: '2' });
      expect(JSON.parse(out).results[0].outcome).toMatchObject({
        status: 'invalid',
        code: 'untrusted_content_blocks_approval',
      });
      const answered = [
        ...events.slice(0, 2),
        at(2, 'interrupt.resolved', {}),
        { ...events[2], eventId: 'e3', sequence: 3 },
      ];
      const later = scratch.write('answered.json', JSON.stringify(answered));
      expect(JSON.parse((await accepted(later, { event: '3' })).out).results[0].outcome.status).toBe(
        'accepted',
      );
    },
  );

  test('what the log does not hold is not judged, and nothing is said to agree (acceptor 8)', async () => {
    const { out, status } = await accepted(approval, { event: '26', json: false }, { columns: '90' });
    expect(status).toBe(2);
    expect(out).toMatch(/^Not reconstructable {2}#26\nMissing +The log does not hold the payload/);
    expect(out).toMatch(/^Host +recorded invalid, untrusted_content_blocks_approval; nothing is compared/m);
    expect(out).not.toContain('the same in all');
    const [result] = JSON.parse((await accepted(approval, { event: '26' })).out).results;
    expect(result).toMatchObject({
      outcome: { status: 'not-reconstructable', missing: ['payload'] },
      step: null,
      steps: [],
      events: [],
      counters: null,
      from: { envelope: 'rebuilt', payloadKnown: false },
      host: { status: 'invalid', agrees: null, compared: [] },
    });
  });

  test('for the user: source, context, comparison, within the width', async () => {
    const { out } = await accepted(prd, { event: '216', json: false }, { columns: '80' });
    expect(out).toMatch(/^Refused {2}at payload: envelope_invalid.* #216/);
    expect(out).toContain('From log    Taken out of what the model wrote  #190 to #212');
    expect(out).toContain('Host        recorded invalid, envelope_invalid: the same in all 7 points');
    expect(out).toMatch(/^schemas +assumed +Only what the host complained about/m);
    expect(out).toMatch(/^Unknown +host\.supportedEnvelopes/m);
    for (const row of out.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
  });

  test('a difference is reported with the deviation that explains it (acceptor 9)', async () => {
    const error = {
      code: 'envelope_validation_failed',
      message: "payload for kind 'error' failed validation: x",
    };
    const written = JSON.stringify(envelope({ payload: {} }));
    const log = [
      eventLine(0, { type: 'output.chunk', nodeId: 'n', payload: { chunk: written } }),
      eventLine(1, { type: 'node.failed', nodeId: 'n', causationId: 'c1', payload: { nodeId: 'n', error } }),
    ];
    const file = scratch.write('r6.ndjson', `${log.join('\n')}\n`);
    const { out } = await accepted(file, { event: '1', json: false });
    expect(out).toMatch(/code {2}here envelope_invalid, host envelope_validation_failed {2}R6/);
  });

  test.each([
    ['an event about something else', prd, '1', '#1 node.started has nothing to do with an envelope'],
    ['no event', prd, '999', 'there is no event 999 in 219 events'],
    ['no log', scratch.write('one.json', JSON.stringify(envelope())), '1', 'this is no log'],
    ['an empty log', scratch.write('empty.json', '[]'), '1', 'this is no log'],
  ])('%s is refused in words', async (_name, file, event, words) => {
    const { status, out, err } = await accepted(file, { event });
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });
});

describe('accept on a log without envelopes in its payloads', () => {
  test('takes those of failed events, each emission once', async () => {
    const { status, out, err } = await accepted(prd);
    const { results } = JSON.parse(out);
    expect(status).toBe(1);
    expect(results.map((one: { place: string }) => one.place)).toEqual(['#189', '#216']);
    expect(results.map((one: { host: object }) => one.host)).toMatchObject([
      { agrees: true },
      { agrees: true },
    ]);
    expect(err).toContain('those of its failed events, put together');
    expect(err).toContain('does not hold the envelope that failed at #121');
  });

  test('takes payloads alone where there are some, without a source or a host', async () => {
    const failed = { type: 'node.failed', payload: { error: { code: 'envelope_invalid' } } };
    const log = [eventLine(0), eventLine(1, { payload: envelope() }), eventLine(2, failed)];
    const { results } = JSON.parse(
      (await accepted(scratch.write('payload.ndjson', `${log.join('\n')}\n`))).out,
    );
    expect(results).toHaveLength(1);
    expect([results[0].from, results[0].host]).toEqual([undefined, undefined]);
  });

  test('says which failures hold none', async () => {
    const { status, err } = await accepted(approval);
    expect([status, err.includes('does not hold the envelope that failed at #26')]).toEqual([2, true]);
  });

  test('at most a hundred', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => {
      const written = JSON.stringify(envelope({ correlationId: `c${index}`, payload: {} }));
      const error = { code: 'envelope_invalid', message: 'm', details: {} };
      const caused = { nodeId: 'n', causationId: `c${index}` };
      return [
        eventLine(index * 2, {
          type: 'output.chunk',
          nodeId: 'n',
          payload: { chunk: written, isLast: true },
        }),
        eventLine(index * 2 + 1, { type: 'node.failed', ...caused, payload: { nodeId: 'n', error } }),
      ];
    });
    const { out, err } = await accepted(scratch.write('many.ndjson', `${lines.flat().join('\n')}\n`));
    expect(JSON.parse(out).results).toHaveLength(100);
    expect(err).toContain('only the first 100 envelopes');
  });
});
