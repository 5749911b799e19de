import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeEnvelopes, writeMessages, writeSchemas, writeVectors } from './acceptor-inputs.ts';
import { badInputs } from './bad-inputs.ts';
import { buildCommandLine, ended, firstLine, run, start } from './run-command-line.ts';
import { runInProcess } from './run-in-process.ts';
import { chainOf, eventLine, recordings, repository, ScratchFolder, sample } from './scratch-folder.ts';

/** The built command: in a process of its own where the process matters, otherwise in this one. */

const scratch = new ScratchFolder();
const prd = sample('acme-prd-draft.bundle.json');
const declared = join(recordings, 'app/well-known.openwop.json');
/** Anything that a terminal would obey or hide. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is searched for
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

beforeAll(buildCommandLine);
afterAll(() => scratch.remove());

describe('exit status', () => {
  const { fine, refused, cutEnvelope } = writeEnvelopes(scratch);
  const { passing, failing, mistyped, known } = writeVectors(scratch);
  const { closedSchema, openSchema } = writeSchemas(scratch);
  const { said, rejected } = writeMessages(scratch);
  const cut = scratch.write('cut.ndjson', `${eventLine(0)}\n{"eventId":"e1","ru`);

  test.each([
    [['inspect', prd], 0],
    [['inspect', cut], 1],
    [['inspect', 'gone.json'], 2],
    [['inspect', prd, cut], 1],
    [['inspect', 'gone.json', cut, prd], 2],
    [['inspect'], 2],
    [['events', prd, '--limit', '1'], 0],
    [['events', cut], 1],
    [['events', prd, '--filter', 'typ:x'], 2],
    [['events', prd, '--limit', 'x'], 2],
    [['event', prd, '3'], 0],
    [['event', cut, '0'], 1],
    [['event', prd, '999'], 2],
    [['event', 'gone.json', '1'], 2],
    [['chain', prd, '216'], 0],
    [['chain', cut, '0'], 1],
    [['chain', prd, 'nothing'], 2],
    [['dispatch', 'gone.json'], 2],
    [['gate', prd], 2],
    [['discovery', prd], 2],
    [['audit', prd], 0],
    [['audit', cut], 1],
    [['audit', 'gone.json'], 2],
    [['portability', prd, '--hosts', declared], 1],
    [['portability', prd], 2],
    [['portability', prd, '--hosts', prd], 2],
    [['portability', 'gone.json', '--hosts', declared], 2],
    [['secrets', sample('repaired-ticket.ndjson')], 0],
    [['secrets', prd], 1],
    [['secrets', prd, '--canary', 'draft'], 1],
    [['secrets', prd, '--canary', 'x'], 2],
    [['secrets', 'gone.json'], 2],
    [['taint', sample('blocked-approval.app-bundle.json')], 0],
    [['taint', sample('blocked-approval.app-bundle.json'), '9999'], 2],
    [['taint', 'gone.json'], 2],
    [['compare', prd, prd], 0],
    [['compare', prd, cut], 1],
    [['compare', prd], 2],
    [['compare', prd, 'gone.json'], 2],
    [['stats', prd], 0],
    [['stats', cut], 1],
    [['stats', prd, '--filter', 'typ:x'], 2],
    [['serve', 'gone.json'], 2],
    [['serve', '--port', '99999'], 2],
    [['gone.json'], 2],
    [['clause', 'acceptor', 'S7'], 0],
    [['clause', 'acceptor S99'], 2],
    [['accept', prd], 1],
    [['accept', prd, '--event', '128'], 0],
    [['accept', prd, '--event', '216'], 1],
    [['accept', prd, '--event', '1'], 2],
    [['accept', fine, '--event', '1'], 2],
    [['accept', fine], 0],
    [['accept', refused], 1],
    [['accept', cutEnvelope], 2],
    [['accept', cutEnvelope, '--text'], 1],
    [['accept', fine, '--context', 'gone.json'], 2],
    [['accept', fine, '--profile', 'lax'], 2],
    [['vectors', passing], 0],
    [['vectors', failing], 1],
    [['vectors', mistyped], 2],
    [['vectors', passing, failing], 2],
    [['vectors', failing, '--known', known], 0],
    [['vectors', 'gone.json'], 2],
    [['lint-schema', closedSchema], 0],
    [['lint-schema', openSchema], 1],
    [['lint-schema', openSchema, '--tier', 'warn'], 0],
    [['lint-schema', cutEnvelope], 2],
    [['agh', said], 0],
    [['agh', rejected], 1],
    [['agh', fine], 2],
    [['--nope'], 2],
    [['--version'], 0],
    [['--help'], 0],
  ])('of %j is %i, and 2 is explained on standard error', async (args, expected) => {
    const { status, out, err } = await runInProcess(args);
    expect(status).toBe(expected);
    if (expected === 2) expect(err).toMatch(/^openwop-inspector: \S/);
    else expect(out).not.toBe('');
  });

  test.each([
    [['inspect', prd], 0],
    [['events', cut], 1],
    [['event', prd, '999'], 2],
    [['inspect'], 2],
    [['accept', refused], 1],
    [['lint-schema', closedSchema], 0],
    [['gone.json'], 2],
    [['--nope'], 2],
    [['--version'], 0],
  ])('a process of %j ends with %i and the same output', async (args, expected) => {
    const result = await run(args);
    expect(result.status).toBe(expected);
    expect(result).toEqual(await runInProcess(args));
  });
});

describe('bad input', () => {
  test.each(badInputs)('$what', async ({ content, status, says }) => {
    const file = scratch.write('bad', content);
    const result = await runInProcess(['inspect', file]);
    expect([result.status, result.err.includes('mistake')]).toEqual([status, false]);
    expect(result.out + result.err).toContain(says);
    for (const row of (result.out + result.err).split('\n')) expect(row).not.toMatch(UNSAFE);
  });

  test('has one JSON document a file, in the order of the arguments', async () => {
    const files = badInputs.map(({ content }, i) => scratch.write(`bad-${i}`, content));
    const { status, out } = await run(['inspect', '--json', ...files]);
    const documents = out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect([status, documents.map(({ file }) => file)]).toEqual([2, files]);
    badInputs.forEach((input, i) => {
      const isRefused = input.status === 2;
      expect([input.what, documents[i].error !== undefined && documents[i].events === 0]).toEqual([
        input.what,
        isRefused,
      ]);
    });
  });

  test.each([
    ['a directory', scratch.path, 'it is a directory'],
    ['a file of no folder', join(scratch.path, 'gone', 'run.json'), 'there is no such file'],
    ['a file used as a folder', join(prd, 'run.json'), ''],
    ['a name too long to exist', join(scratch.path, 'x'.repeat(5_000)), 'the name is too long'],
  ])('%s is refused by its name', async (_what, file, why) => {
    for (const args of [
      // `inspect` opens what is in a folder.
      ...(file === scratch.path ? [] : [['inspect', file]]),
      ['chain', file, '1'],
    ]) {
      const { status, out, err } = await runInProcess(args);
      expect([status, out]).toEqual([2, '']);
      expect(err).toContain(`${file}: ${why}`);
    }
  });
});

describe('hostile content', () => {
  const hostile = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egnp.exe\u200b\r\n\u0000';
  const log = [
    eventLine(0, { runId: hostile, nodeId: hostile, type: `x.${hostile}`, eventId: hostile }),
    eventLine(1, {
      runId: hostile,
      type: 'node.failed',
      nodeId: hostile,
      causationId: hostile,
      payload: { error: { code: hostile, message: hostile } },
    }),
    eventLine(2, { runId: hostile, payload: { [hostile]: hostile, __proto__: 1 }, [hostile]: hostile }),
  ];
  const file = scratch.write('evil\u001b[31m\u202e\nname.ndjson', log.join('\n'));

  const reference = hostile.replace('\u0000', '');
  test.each([
    { what: 'a report', args: ['inspect', file] },
    { what: 'a table', args: ['events', file] },
    { what: 'an event', args: ['event', file, '0'] },
    { what: 'an event unmasked', args: ['event', file, '2', '--unmasked'] },
    { what: 'a chain', args: ['chain', file, '1'] },
    { what: 'sums', args: ['stats', file] },
    { what: 'an audit', args: ['audit', file] },
    { what: 'secrets', args: ['secrets', file] },
    { what: 'secrets as JSON', args: ['secrets', '--json', file] },
    { what: 'portability', args: ['portability', file, '--hosts', declared] },
    { what: 'taint', args: ['taint', file] },
    { what: 'taint as JSON', args: ['taint', '--json', file] },
    { what: 'an audit as JSON', args: ['audit', '--json', file] },
    { what: 'a comparison', args: ['compare', file, sample('repaired-ticket.ndjson')] },
    { what: 'a comparison as JSON', args: ['compare', '--json', file, file] },
    { what: 'a report as JSON', args: ['inspect', '--json', file] },
    { what: 'rows as JSON', args: ['events', '--json', file] },
    { what: 'an event as JSON', args: ['event', '--json', file, '2'] },
    { what: 'a chain as JSON', args: ['chain', '--json', file, '1'] },
    { what: 'sums as JSON', args: ['stats', '--json', file] },
    { what: 'a reference', args: ['event', file, reference] },
    { what: 'a filter', args: ['events', file, '--filter', 'typ\u001b[2J:x'] },
    { what: 'a file name', args: ['inspect', `gone${reference}`] },
    { what: 'a verb', args: ['\u001b[31m'] },
    { what: 'an option', args: ['inspect', '--\u001b[31m'] },
  ])('of $what never reaches the terminal', async ({ args }) => {
    const { out, err } = await runInProcess(args, { env: { COLUMNS: '100' } });
    expect(out + err).not.toBe('');
    for (const row of `${out}\n${err}`.split('\n')) expect(row).not.toMatch(UNSAFE);
  });

  test.each([
    ['rows', ['events', file]],
    ['arguments', ['inspect', '--\u001b[31m']],
  ])('of %s never reaches the streams of a process', async (_what, args) => {
    const { out, err } = await run(args, { env: { COLUMNS: '100' } });
    expect(out + err).not.toBe('');
    for (const row of `${out}\n${err}`.split('\n')) expect(row).not.toMatch(UNSAFE);
  });

  test('as JSON is what was recorded', async () => {
    const { out } = await runInProcess(['event', '--json', file, '2']);
    const { index, byteOffset, byteLength, ...document } = JSON.parse(out);
    expect([index, byteOffset > 0, byteLength > 0]).toEqual([2, true, true]);
    expect(document).toEqual(JSON.parse(log[2] ?? ''));
  });
});

describe('streams', () => {
  test('standard input is a file like any other', async () => {
    const { status, out } = await run(['inspect', '--json', '-', prd], { stdin: chainOf(3) });
    const documents = out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect([status, documents.map(({ file, events }) => [file, events])]).toEqual([
      0,
      [
        ['-', 3],
        [prd, 219],
      ],
    ]);
  });

  test('nothing on standard input is an empty file', async () => {
    const { status, err } = await run(['events', '-']);
    expect([status, err]).toEqual([2, 'openwop-inspector: -: The file is empty\n']);
  });

  test('a reader that leaves early ends it without a word', async () => {
    const file = scratch.write('long.ndjson', chainOf(20_000));
    const child = start(['events', '--json', file]);
    child.stdout.once('data', () => child.stdout.destroy());
    let err = '';
    child.stderr.on('data', (text) => {
      err += text;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect([status, err]).toEqual([0, '']);
  });

  test('colours go to a terminal or to who asks for them', async () => {
    expect((await runInProcess(['inspect', prd])).out).not.toContain('\u001b');
    expect((await run(['inspect', prd], { env: { FORCE_COLOR: '1' } })).out).toContain(
      '\u001b[1;31mFailed\u001b[0m',
    );
    expect(
      (await runInProcess(['inspect', prd], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).out,
    ).not.toContain('\u001b');
  });
});

describe('Ctrl-C', () => {
  test('ends reading with 130, and what was printed before remains', async () => {
    const child = start(['inspect', '--json', prd, '-']);
    const end = ended(child);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGINT');
    const { status, out } = await end;
    expect(status).toBe(130);
    expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ file: prd, events: 219 });
  });

  test('ends serving with 0', async () => {
    const child = start(['serve', prd, '--json'], { script: installation() });
    const end = ended(child);
    const { url, port } = JSON.parse(await firstLine(child));
    const key = /^http:\/\/127\.0\.0\.1:\d+\/#key=([\w-]{43})$/.exec(url)?.[1];
    const bring = () =>
      fetch(`http://127.0.0.1:${port}/window`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key }),
      });
    expect([(await bring()).status, (await bring()).status]).toEqual([200, 410]);
    child.kill('SIGINT');
    expect((await end).status).toBe(0);
  });
});

/** An installation of its own with a window that is built, as far as the shell can tell; answers its command. */
function installation(): string {
  const root = join(scratch.path, 'installed');
  if (!existsSync(root)) {
    mkdirSync(join(root, 'dist', 'renderer'), { recursive: true });
    mkdirSync(join(root, 'samples'));
    cpSync(join(repository, 'dist', 'cli'), join(root, 'dist', 'cli'), { recursive: true });
    cpSync(join(repository, 'scripts', 'parts'), join(root, 'scripts', 'parts'), { recursive: true });
    scratch.write('installed/dist/renderer/index.html', '<!doctype html>');
    scratch.write('installed/dist/main.cjs', '');
  }
  return join(root, 'dist', 'cli', 'index.mjs');
}

describe('without a verb', () => {
  test('a built window opens on the desktop where Electron is there', async () => {
    const electron = scratch.write(
      'electron.mjs',
      '#!/usr/bin/env node\nconsole.log(JSON.stringify(process.argv.slice(2)));\n',
    );
    chmodSync(electron, 0o755);
    const env = { INSPECTOR_ELECTRON: electron, DISPLAY: ':0' };
    const { status, out } = await run([prd], { script: installation(), env });
    expect(status).toBe(0);
    expect(out).toContain(`"--",${JSON.stringify(prd)}]`);
    const named = await run(['--token-env', 'A_TOKEN', prd], { script: installation(), env });
    expect(named.out).toContain(`"--token-env=A_TOKEN","--",${JSON.stringify(prd)}]`);
  });

  test('no key is on a command line: the opener gets a file', async () => {
    const bin = join(scratch.path, 'bin');
    mkdirSync(bin, { recursive: true });
    const seen = join(scratch.path, 'opened.json');
    const opener = scratch.write(
      process.platform === 'darwin' ? 'bin/open' : 'bin/xdg-open',
      `#!${process.execPath}
const fs = require('node:fs');
const path = process.argv[2];
const mode = (at) => (fs.statSync(at).mode & 0o777).toString(8);
const facts = { path, file: mode(path), folder: mode(require('node:path').dirname(path)), html: fs.readFileSync(path, 'utf8') };
fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify(facts));
`,
    );
    chmodSync(opener, 0o755);
    const env = { INSPECTOR_ELECTRON: 'gone', DISPLAY: ':0', PATH: `${bin}:/usr/bin:/bin` };
    const child = start([prd], { script: installation(), env });
    const end = ended(child);
    const printed = await firstLine(child);
    await expect.poll(() => existsSync(seen)).toBe(true);
    await expect.poll(() => readFileSync(seen, 'utf8')).toContain('html');
    const facts = JSON.parse(readFileSync(seen, 'utf8'));
    expect(facts).toMatchObject({ file: '600', folder: '700', html: expect.stringContaining('#key=') });
    expect(facts.path).not.toContain('key=');
    expect(facts.html).not.toContain(new URL(printed).hash);
    child.kill('SIGINT');
    expect((await end).status).toBe(0);
    expect(existsSync(facts.path)).toBe(false);
  });

  test.each([
    ['there is no display', {}],
    ['INSPECTOR_ELECTRON names gone, which is not there', { INSPECTOR_ELECTRON: 'gone', DISPLAY: ':0' }],
  ])('it is served for a browser when %s', async (why, env) => {
    const child = start([prd], { script: installation(), env: { ...env, PATH: '' } });
    const end = ended(child);
    expect(await firstLine(child)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#key=/);
    child.kill('SIGINT');
    const { status, err } = await end;
    expect(status).toBe(0);
    expect(err).toContain(why);
  });

  test('a window that is not built says how to build it', async () => {
    const bare = join(scratch.path, 'bare', 'dist', 'cli');
    cpSync(join(repository, 'dist', 'cli'), bare, { recursive: true });
    const { status, err } = await run(['serve'], { script: join(bare, 'index.mjs') });
    expect(status).toBe(2);
    expect(err).toContain('npm run build');
  });

  test('a command line that is not built says how to build it', async () => {
    const script = join(scratch.path, 'unbuilt', 'bin', 'openwop-inspector.mjs');
    cpSync(join(repository, 'bin', 'openwop-inspector.mjs'), script);
    const { status, err } = await run(['inspect', prd], { script });
    expect(status).toBe(2);
    expect(err).toContain('npm ci && npm run build');
  });
});
