import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { audit } from '../src/verbs/audit.ts';
import { envelope } from './acceptor-inputs.ts';
import { type CaptureOptions, captureTerminal } from './capture-terminal.ts';
import { eventLine, recordings, ScratchFolder, sample } from './scratch-folder.ts';

const UNIVERSAL = ['clarification.request', 'schema.request', 'schema.response', 'error'];

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const plain: Options<'audit'> = {
  discovery: null,
  context: null,
  profile: null,
  baseline: null,
  writeBaseline: null,
  sarif: null,
  junit: null,
  markdown: null,
  force: false,
  unmasked: false,
  json: false,
};

async function audited(
  paths: readonly string[],
  options: Partial<Options<'audit'>> = {},
  terminal: CaptureOptions = {},
) {
  const stored = captureTerminal(terminal);
  const status = await audit(paths, { ...plain, ...options }, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

async function documentOf(paths: readonly string[], options: Partial<Options<'audit'>> = {}) {
  const { status, out, err } = await audited(paths, { ...options, json: true });
  return { status, err, document: JSON.parse(out) };
}

interface Group {
  readonly clause: string;
  readonly id: string;
  readonly level: string;
  readonly count: number;
  readonly places: readonly { readonly sequence: number | null; readonly message: string }[];
}
const summaryOf = ({ groups }: { readonly groups: readonly Group[] }) =>
  groups.map(({ clause, id, count }) => [clause, id, count]);

const story = join(recordings, 'app/_envelopes/story.test-events.json');
const hosts = join(recordings, 'app');
let files = 0;
const written = (name: string): string => join(scratch.path, `${++files}-${name}`);

/** A log of one node whose host did this with one envelope. */
function logOf(...events: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = [
    eventLine(0, { type: 'run.started', payload: {} }),
    eventLine(1, { type: 'node.started', nodeId: 'n', payload: {} }),
    ...events.map((event, at) => eventLine(at + 2, { nodeId: 'n', causationId: 'r1:n:0', ...event })),
  ];
  return scratch.write(`${++files}.ndjson`, `${lines.join('\n')}\n`);
}

const accepted = (type: string, payload: object, level = 'info') => ({
  payload: { level, message: 'm', nodeId: 'n', fields: { envelopeId: 'e1', envelopeType: type, payload } },
});

describe('the recorded host of the reference deviates where acceptor 9 says so, and nowhere else', () => {
  test('in the envelopes that it was given one by one', async () => {
    const { status, document } = await documentOf([story]);
    expect(summaryOf(document)).toEqual([
      ['acceptor R6', 'R6', 16],
      ['acceptor R7', 'R7', 2],
      ['acceptor R8', 'R8', 2],
    ]);
    expect(status).toBe(1);
    expect(document.groups[0].places[0].message).toBe(
      'clarification.request: code is envelope_validation_failed, and envelope_invalid by the pipeline',
    );
  });

  test('in all its logs: kinds of envelopes as types of events besides', async () => {
    const { document } = await documentOf([hosts]);
    expect(summaryOf(document)).toEqual([
      ['acceptor R6', 'R6', 16],
      ['acceptor 3.3', 'events', 57],
      ['acceptor R7', 'R7', 2],
      ['acceptor R8', 'R8', 2],
      ['run-events 3.4', 'envelope_kind_as_event_type', 24],
    ]);
    expect(document.hosts).toHaveLength(1);
  });

  test('the other host, which takes no envelopes, in none', async () => {
    const { status, document } = await documentOf([join(recordings, 'in-memory')]);
    expect([status, document.groups]).toEqual([0, []]);
  });
});

describe('one correlationId, recorded more than once (acceptor 8)', () => {
  const questions = [{ id: 'q', question: '?' }];
  const requested = (interruptId: string, type = 'clarification.requested') => ({
    type,
    payload: { nodeId: 'n', interruptId, kind: 'clarification', data: { questions }, questions },
  });
  const repeated = ['acceptor 8', 'correlation_accepted_twice', 1];

  test.each([
    [
      'the pair of a clarification',
      [requested('i1'), requested('i1', 'interrupt.requested'), requested('i2')],
    ],
    [
      'an interrupt alone',
      [requested('i1'), requested('i1', 'interrupt.requested'), requested('i2', 'interrupt.requested')],
    ],
  ])('%s is recorded again: that, and not R7', async (_what, events) => {
    const { document } = await documentOf([logOf(...events)]);
    expect(summaryOf(document)).toContainEqual(repeated);
    expect(summaryOf(document)).toContainEqual(['acceptor 8', 'events', 1]);
    expect(JSON.stringify(summaryOf(document))).not.toContain('R7');
  });

  test('an interrupt alone, once, is R7', async () => {
    const { document } = await documentOf([logOf(requested('i1', 'interrupt.requested'))]);
    expect(summaryOf(document)).toContainEqual(['acceptor R7', 'R7', 1]);
    expect(summaryOf(document)).not.toContainEqual(repeated);
  });
});

describe('three answers', () => {
  const answers = async (file: string, options: Partial<Options<'audit'>> = {}) =>
    (await documentOf([file], options)).document.logs[0];

  test('agrees, once everything that decides is known', async () => {
    const file = logOf(accepted('error', { code: 'a', message: 'm' }, 'error'));
    const discovery = scratch.write(
      'well-known.json',
      JSON.stringify({ supportedEnvelopes: UNIVERSAL, schemaVersions: { error: 0 } }),
    );
    expect((await answers(file)).answers).toMatchObject({ 'not-reconstructable': 1 });
    const { status, document } = await documentOf([file], { discovery });
    expect(document.logs[0].answers).toEqual({ agrees: 1, deviates: 0, 'not-reconstructable': 0 });
    expect(status).toBe(0);
  });

  test('deviates, with the clause and both sides', async () => {
    const file = logOf(accepted('error', { wrong: true }, 'error'));
    const { status, document } = await documentOf([file]);
    expect(status).toBe(1);
    expect(document.groups).toMatchObject([
      { source: 'deviation', clause: 'acceptor 3.2', level: 'error', count: 1 },
    ]);
    expect(document.groups[0].places[0].message).toBe(
      'error: status is accepted, and invalid by the pipeline',
    );
  });

  test.each([
    [
      'without the payload',
      { payload: { level: 'info', message: 'm', fields: { envelopeId: 'e', envelopeType: 'vendor.a.b' } } },
      'the payload',
    ],
    ['without the schema of the kind', accepted('vendor.a.b', { x: 1 }), 'the schema of the kind'],
    ['without the kinds of the host', accepted('vendor.a.b', { x: 1 }), 'the kinds that the host takes'],
    [
      'with a value that is masked here',
      accepted('media.image', {
        mimeType: 'image/png',
        url: 'https://a.example/x?access_token=0123456789abcdef0123456789abcdef',
      }),
      'masked',
    ],
  ])('is not reconstructable %s, and says what is missing', async (_what, event, lacks) => {
    const { answers: counts, missing } = await answers(logOf(event));
    expect(counts).toEqual({ agrees: 0, deviates: 0, 'not-reconstructable': 1 });
    expect(missing.map(({ what }: { what: string }) => what).join('; ')).toContain(lacks);
  });

  test('nothing that could not be judged has passed', async () => {
    const { status } = await audited([logOf(accepted('vendor.a.b', { x: 1 }))]);
    expect(status).toBe(3);
  });

  test('a file that cannot be read is worse than one that cannot be judged', async () => {
    const unjudged = logOf(accepted('vendor.a.b', { x: 1 }));
    const { status } = await audited([unjudged, 'there-is-no-such-file.json']);
    expect(status).toBe(2);
  });

  test('profiles are compared on what a model wrote alone', async () => {
    expect((await answers(logOf(accepted('error', {})))).profiles.strict).toEqual({});
    const ticket = await answers(sample('repaired-ticket.ndjson'));
    expect(ticket.profiles).toMatchObject({
      lenient: { envelope_invalid: 1 },
      reference: { envelope_invalid: 1 },
    });
  });
});

describe('a baseline', () => {
  test('hides exactly what it names, and what is new counts', async () => {
    const baseline = written('known.json');
    expect((await audited([story], { writeBaseline: baseline })).status).toBe(1);
    const hidden = await documentOf([story], { baseline });
    expect([hidden.status, hidden.document.groups]).toEqual([0, []]);
    expect(hidden.document.baseline.hidden).toHaveLength(3);
    const all = JSON.parse(readFileSync(baseline, 'utf8'));
    const fewer = scratch.write('fewer.json', JSON.stringify({ ...all, known: all.known.slice(1) }));
    const { status, document } = await documentOf([story], { baseline: fewer });
    expect([status, summaryOf(document)]).toEqual([1, [['acceptor R6', 'R6', 16]]]);
  });

  test('reports what of it hides nothing any more', async () => {
    const known = [{ source: 'deviation', clause: 'acceptor R9', id: 'R9' }];
    const baseline = scratch.write(
      'old.json',
      JSON.stringify({ baseline: 'openwop-inspector-audit/1', known }),
    );
    const { out } = await audited([story], { baseline });
    expect(out).toMatch(/Baseline +hides 0 kinds of findings; 1 entry of it hides nothing any more/);
  });

  test.each([
    ['of another version', { baseline: 'openwop-inspector-audit/2', known: [] }, '/baseline'],
    ['that is none', [1], 'the file'],
    [
      'with an entry that names no clause',
      { baseline: 'openwop-inspector-audit/1', known: [{ source: 'rule', id: 'x' }] },
      '/known/0',
    ],
  ])('%s is refused with its place', async (_what, content, place) => {
    const { status, err } = await audited([story], {
      baseline: scratch.write('bad.json', JSON.stringify(content)),
    });
    expect([status, err]).toEqual([2, expect.stringContaining(place)]);
  });
});

describe('other forms', () => {
  test('SARIF 2.1.0: every result names a rule of the driver, its level and its place', async () => {
    const file = written('audit.sarif');
    await audited([story], { sarif: file });
    const { version, runs } = JSON.parse(readFileSync(file, 'utf8'));
    const [run] = runs;
    expect([version, runs.length, run.tool.driver.name]).toEqual(['2.1.0', 1, 'openwop-inspector']);
    expect(run.results).toHaveLength(20);
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(['error', 'warning', 'note']).toContain(result.level);
      expect(result.message.text).not.toBe('');
      const [{ physicalLocation, logicalLocations }] = result.locations;
      expect(() => new URL(physicalLocation.artifactLocation.uri, 'file:///')).not.toThrow();
      expect(logicalLocations[0].fullyQualifiedName).toMatch(/#\d+/);
    }
    const ids = run.tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('SARIF marks what the baseline knows as suppressed', async () => {
    const [baseline, file] = [written('known.json'), written('audit.sarif')];
    await audited([story], { writeBaseline: baseline });
    await audited([story], { baseline, sarif: file });
    const [run] = JSON.parse(readFileSync(file, 'utf8')).runs;
    expect(
      run.results.every(({ suppressions }: { suppressions?: object[] }) => suppressions?.length === 1),
    ).toBe(true);
  });

  test('JUnit XML: a case for each envelope, failed, skipped or passed', async () => {
    const file = written('audit.xml');
    const { document } = await documentOf([story], { junit: file });
    const text = readFileSync(file, 'utf8');
    const [{ answers }] = document.logs;
    expect(text.match(/<failure /g)).toHaveLength(answers.deviates);
    expect(text.match(/<skipped /g)).toHaveLength(answers['not-reconstructable']);
    expect(text.match(/<testcase /g)).toHaveLength(20 + answers['not-reconstructable'] + answers.agrees);
    expect(text).toContain(`tests="${document.logs[0].envelopes}"`);
  });

  test('Markdown: content is no markup', async () => {
    const file = written('audit.md');
    const hostile = '`<b>|[a](b)';
    await audited([logOf({ ...accepted('error', { x: 1 }), causationId: hostile })], { markdown: file });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('# Audit of an OpenWOP host');
    expect(text).toContain('``');
    expect(text.replaceAll(/``[^\n]*?``/g, '')).not.toContain('<b>');
  });

  test('an existing file is not replaced, unless --force', async () => {
    const file = scratch.write('there.md', 'mine');
    const { status, err } = await audited([story], { markdown: file });
    expect([status, err]).toEqual([2, expect.stringContaining('--force writes over it')]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await audited([story], { markdown: file, force: true });
    expect(readFileSync(file, 'utf8')).not.toBe('mine');
  });
});

describe('what cannot be answered is named', () => {
  test('a folder with other things is audited as far as it goes; a named file that is no log is complained of', async () => {
    const other = scratch.write('other.txt', 'no log');
    const { status, err } = await audited([story, other]);
    expect([status, err]).toEqual([2, expect.stringContaining('other.txt')]);
  });

  test('a discovery document that says nothing of envelopes', async () => {
    const { status, err } = await audited([story], { discovery: scratch.write('d.json', '{"name":"x"}') });
    expect([status, err]).toEqual([2, expect.stringContaining('not a discovery document')]);
  });

  test('a discovery document of another host', async () => {
    const document = { supportedEnvelopes: ['error'], implementation: { name: 'another-host' } };
    const discovery = scratch.write('another.json', JSON.stringify(document));
    const { err } = await audited([sample('acme-prd-draft.bundle.json')], { discovery });
    expect(err).toMatch(/the discovery document is of another-host, and \S+ of acme-host/);
  });

  test('what the host publishes is linted with its logs', async () => {
    const document = {
      supportedEnvelopes: ['error'],
      envelopes: { tierOne: { enforcement: true } },
      modelCapabilities: { advertised: ['A', 'A'] },
    };
    const discovery = scratch.write('linted.json', JSON.stringify(document));
    const { document: report } = await documentOf([story], { discovery });
    const sources = report.groups.map(({ source }: { source: string }) => source);
    expect(sources).toContain('discovery');
  });

  test('a stop is reported, with what was found until then', async () => {
    const stop = new AbortController();
    const { status, err } = await audited(
      [story],
      {},
      {
        signal: stop.signal,
        onProgress: (words) => {
          if (words?.includes('audited')) stop.abort();
        },
      },
    );
    expect([status, err]).toEqual([130, expect.stringContaining('stopped after')]);
  });

  test('secrets of a log stand in no form of the report', async () => {
    const secret = 'ghp_0123456789abcdef0123456789abcdef0123';
    const file = logOf({ ...accepted(`vendor.${secret}`, { wrong: secret }, 'error'), causationId: secret });
    const forms = {
      sarif: written('s.sarif'),
      junit: written('s.xml'),
      markdown: written('s.md'),
      writeBaseline: written('s.json'),
    };
    const { out, err } = await audited([file], { ...forms, json: true });
    const all = Object.values(forms)
      .filter((one) => existsSync(one))
      .map((one) => readFileSync(one, 'utf8'));
    expect(all).toHaveLength(4);
    expect([out, err, ...all].join('\n')).not.toContain(secret);
  });

  test('an envelope that is as such in a payload is run as it is', async () => {
    const whole = envelope({ correlationId: 'r1:n:0', payload: { nope: 1 } });
    const { document } = await documentOf([
      logOf({
        payload: {
          level: 'info',
          message: 'm',
          envelope: whole,
          fields: { envelopeType: 'error', envelopeId: 'e1' },
        },
      }),
    ]);
    expect(document.logs[0].envelopes).toBe(1);
  });
});
