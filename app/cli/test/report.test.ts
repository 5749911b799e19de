/** A report is one inert HTML file: what a log holds is text in it, whatever it looks like. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { report } from '../src/verbs/report.ts';
import { captureTerminal } from './capture-terminal.ts';
import { eventLine, ScratchFolder, sample } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());
let made = 0;

async function reported(file: string, options: Partial<Options<'report'>> = {}) {
  const stored = captureTerminal({});
  const out = join(scratch.path, `${made++}.html`);
  const requested = { out, filter: null, run: null, event: [], limit: 1000, force: false, ...options };
  const status = await report(file, requested, stored.surroundings);
  const written = existsSync(out) ? readFileSync(out, 'utf8') : null;
  const page = written === null ? null : new JSDOM(written).window.document;
  return { status, out, written, page, err: stored.err() };
}

const textOf = (page: Document | null): string => page?.body.textContent ?? '';

/** Elements and attributes that a report is made of. */
const ELEMENTS = new Set(
  'html head meta title style body h1 h2 p strong code dl dt dd table tbody tr th td ol li details summary pre span'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(['lang', 'charset', 'http-equiv', 'content', 'name', 'class']);

function strangeIn(page: Document | null): readonly string[] {
  return [...(page?.querySelectorAll('*') ?? [])].flatMap((element) => [
    ...(ELEMENTS.has(element.localName) ? [] : [element.localName]),
    ...element.getAttributeNames().filter((name) => !ATTRIBUTES.has(name)),
  ]);
}

describe('a report', () => {
  test('reports the verdict, the causes, the attempts and the events', async () => {
    const { status, page } = await reported(sample('acme-prd-draft.bundle.json'));
    expect(status).toBe(0);
    expect(page?.title).toBe('Failed: acme-prd-draft.bundle.json');
    const text = textOf(page);
    expect(text).toContain('Node draft failed with envelope_invalid after 3 attempts');
    const steps = [...(page?.querySelectorAll('ol li') ?? [])].map((step) => step.textContent);
    expect(steps.at(0)).toContain('#136 agent.toolCalled');
    expect(steps.filter((step) => step?.includes('the cause'))).toEqual([expect.stringContaining('#137')]);
    expect(text).toContain('3 attempts at vendor.acme.prd.create');
    expect(page?.querySelectorAll('tr.target')).toHaveLength(1);
    expect([...(page?.querySelectorAll('summary') ?? [])].map((one) => one.textContent)).toEqual([
      '#216 node.failed',
      '#137 agent.toolReturned',
    ]);
  });

  test('lists what a filter selects, at most as many as requested, and has events whole', async () => {
    const options = { filter: 'node:draft', limit: 5, event: ['189'] };
    const { page, err } = await reported(sample('acme-prd-draft.bundle.json'), options);
    const events = page?.querySelectorAll('table:last-of-type tr td.n:first-child');
    expect(events).toHaveLength(5);
    expect(textOf(page)).toContain('those that match node:draft');
    expect(textOf(page)).toContain('The first 5 are listed.');
    expect(textOf(page)).toContain('"schema-violation"');
    const names = [...(page?.querySelectorAll('summary') ?? [])].map((one) => one.textContent);
    expect(names).toContain('#189 envelope.retry.attempted');
    expect(err).toContain('of which the first 5 are listed');
  });

  test('reports one run alone on request, and says when there is no such run', async () => {
    const file = sample('fan-out.ndjson.gz');
    const { page } = await reported(file, { run: 'markets-70c4-islands' });
    expect(textOf(page)).toContain('connector_auth_expired');
    expect(textOf(page)).toContain('7 events, all of them');
    expect(textOf(page)).not.toContain('markets-70c4-north');
    const fine = await reported(file, { run: 'markets-70c4-north', filter: 'type:node.*' });
    expect(fine.page?.title).toMatch(/^Completed/);
    const none = await reported(file, { run: 'markets' });
    expect(none).toMatchObject({ status: 2, written: null });
    expect(none.err).toContain('it holds no run markets; "runs" lists those that it has');
  });

  test('reports a conversation in words of its protocol, with the times of its messages (agh 2, 5)', async () => {
    const { page } = await reported(sample('agh-delegation.json'));
    const heads = [...(page?.querySelectorAll('th') ?? [])].map((one) => one.textContent);
    expect(heads).toEqual([
      'interaction',
      'channel',
      'peers',
      'state',
      'messages',
      'seq',
      'time',
      'channel',
      'interaction',
      'type',
      'summary',
    ]);
    expect(textOf(page)).toContain('13 messages, all of them');
    const times = [...(page?.querySelectorAll('table:last-of-type td:nth-child(2)') ?? [])];
    expect(times.map((one) => one.textContent)).toHaveLength(13);
    expect(times[0]?.textContent).toBe('Thu, 16 Apr 2026, 19:00:00 UTC');
  });

  test('loads nothing, runs nothing, and no text of the log is markup', async () => {
    const evil = `</pre></style><script>alert(1)</script><img src=x onerror=alert(1)>"'><a href="javascript:1">`;
    const fields = { nodeId: evil, eventId: evil, payload: { level: 'info', message: evil, [evil]: evil } };
    const log = [
      eventLine(0, { type: 'run.started', payload: { workflowId: evil } }),
      eventLine(1, { ...fields, causationId: 'e0' }),
      eventLine(2, {
        type: 'node.failed',
        nodeId: evil,
        causationId: evil,
        payload: { error: { code: evil, message: evil } },
      }),
      eventLine(3, {
        type: 'run.failed',
        causationId: 'e2',
        payload: { error: { code: evil, message: evil } },
      }),
    ].join('\n');
    const { page, written } = await reported(scratch.write(`evil.ndjson`, log), {
      event: ['1'],
      filter: `-"${'<b>'}"`,
    });
    expect(strangeIn(page)).toEqual([]);
    expect(textOf(page)).toContain('<script>alert(1)</script>');
    const policy = page?.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content');
    expect(policy).toContain("default-src 'none'");
    expect(written).not.toMatch(/<(?:script|img|a|link|iframe|object)\b/);
  });

  test('says of an event that is too large that it is', async () => {
    const log = eventLine(0, { payload: { level: 'info', message: 'x'.repeat(70_000) } });
    const { page } = await reported(scratch.write('large.ndjson', log), { event: ['0'] });
    expect(textOf(page)).toContain('are too much for a report');
  });

  test('spells out what would be hidden', async () => {
    const log = eventLine(0, { payload: { level: 'info', message: 'exe\u202egpj\u0007' } });
    const { page } = await reported(scratch.write('hidden.ndjson', log));
    expect(textOf(page)).toContain('exe[U+202E]gpj');
  });

  test.each([
    ['a wrong filter', { filter: 'tpe:x' }, /no field tpe/],
    ['an event that is not there', { event: ['nowhere'] }, /nowhere/],
    ['no name', { out: null }, /--out FILE/],
    ['standard output', { out: '-' }, /give it a name/],
  ] as const)('of %s nothing is written', async (_, options, said) => {
    const before = readdirSync(scratch.path).sort();
    const { status, err } = await reported(sample('repaired-ticket.ndjson'), options);
    expect(status).toBe(2);
    expect(err).toMatch(said);
    expect(readdirSync(scratch.path).sort()).toEqual(before);
  });

  test('an existing file is replaced only on request', async () => {
    const { out } = await reported(sample('repaired-ticket.ndjson'));
    expect((await reported(sample('repaired-ticket.ndjson'), { out })).status).toBe(2);
    expect((await reported(sample('repaired-ticket.ndjson'), { out, force: true })).status).toBe(0);
    const own = await reported(out, { out, force: true });
    expect([own.status, own.err]).toEqual([2, expect.stringContaining('is the log itself')]);
  });
});
