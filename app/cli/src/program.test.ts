import { CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram, VERB_NAMES } from './program.ts';
import { EXIT, worse } from './verbs/complain.ts';

/** What a command line asks for, and what is said about it. */
async function parse(...args: string[]) {
  const calls: unknown[][] = [];
  let said = '';
  const say = (text: string): void => {
    said += text;
  };
  const output = { version: '1.2.3', width: 80, out: say, err: say };
  const program = createProgram(output, async ({ verb, args, options }) => {
    calls.push([verb, ...args, options]);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { calls, said, exitCode: error.exitCode };
  }
  return { calls, said, exitCode: 0 };
}

describe('a command line', () => {
  test.each([
    [
      ['inspect', 'a', 'b'],
      ['inspect', ['a', 'b'], { json: false, checks: true }],
    ],
    [
      ['inspect', '--json', '--no-checks', '-'],
      ['inspect', ['-'], { json: true, checks: false }],
    ],
    [
      ['events', 'a'],
      ['events', ['a'], { json: false, filter: null, limit: null, offset: 0, checks: true }],
    ],
    [
      ['events', 'a', '--filter', '-type:x', '--limit', '0', '--offset', '7', '--json'],
      ['events', ['a'], { json: true, filter: '-type:x', limit: 0, offset: 7, checks: true }],
    ],
    [
      ['event', 'a', '12', '--unmasked'],
      ['event', 'a', '12', { json: false, unmasked: true }],
    ],
    [
      ['event', '--json', '--', 'a', '-12'],
      ['event', 'a', '-12', { json: true, unmasked: false }],
    ],
    [
      ['chain', 'a', 'r:12'],
      ['chain', 'a', 'r:12', { json: false, limit: null }],
    ],
    [
      ['tail', 'h'],
      [
        'tail',
        'h',
        null,
        { json: false, filter: null, until: 'terminal', tokenEnv: null, keep: null, ca: null },
      ],
    ],
    [
      [
        'tail',
        'h',
        'r',
        '-f',
        'x',
        '-u',
        'node.*',
        '--token-env',
        'KEY',
        '--keep',
        'k',
        '--ca',
        'c',
        '--json',
      ],
      ['tail', 'h', 'r', { json: true, filter: 'x', until: 'node.*', tokenEnv: 'KEY', keep: 'k', ca: 'c' }],
    ],
    [
      ['accept', 'a'],
      [
        'accept',
        'a',
        {
          json: false,
          context: null,
          profile: null,
          whatIf: false,
          fix: false,
          write: null,
          force: false,
          event: null,
          asText: false,
          unmasked: false,
        },
      ],
    ],
    [
      ['accept', 'a', '-c', 'x', '--profile', 'strict', '--what-if', '--text', '--unmasked', '--json'],
      [
        'accept',
        'a',
        {
          json: true,
          context: 'x',
          profile: 'strict',
          whatIf: true,
          fix: false,
          write: null,
          force: false,
          event: null,
          asText: true,
          unmasked: true,
        },
      ],
    ],
    [
      ['accept', 'a', '--event', 'r1:12'],
      [
        'accept',
        'a',
        {
          json: false,
          context: null,
          profile: null,
          whatIf: false,
          fix: false,
          write: null,
          force: false,
          event: 'r1:12',
          asText: false,
          unmasked: false,
        },
      ],
    ],
    [
      ['vectors', 'a', 'b', '--known', 'k', '--json'],
      ['vectors', ['a', 'b'], { json: true, known: 'k' }],
    ],
    [
      ['lint-schema', 'a', '--tier', 'warn', '--spec-owned'],
      ['lint-schema', ['a'], { json: false, tier: 'warn', specOwned: true }],
    ],
    [
      ['agh', 'a'],
      ['agh', 'a', { json: false, now: null, peers: [], context: null, unmasked: false }],
    ],
    [
      ['agh', 'a', '--now', '1776366005', '--peers', 'c:p, d:q', '-c', 'x', '--unmasked'],
      [
        'agh',
        'a',
        {
          json: false,
          now: 1776366005,
          peers: [
            { channel: 'c', peer: 'p' },
            { channel: 'd', peer: 'q' },
          ],
          context: 'x',
          unmasked: true,
        },
      ],
    ],
    [
      ['agh', 'a', '--now', '2026-04-16T19:00:05.900Z'],
      ['agh', 'a', { json: false, now: 1776366005, peers: [], context: null, unmasked: false }],
    ],
    [['serve'], ['serve', [], { json: false, port: null, ca: null, tokenEnv: [] }]],
    [
      ['serve', '--token-env', 'A_TOKEN', 'a', '--token-env', 'B_TOKEN'],
      ['serve', ['a'], { json: false, port: null, ca: null, tokenEnv: ['A_TOKEN', 'B_TOKEN'] }],
    ],
    [
      ['serve', 'a', '--port', '0'],
      ['serve', ['a'], { json: false, port: 0, ca: null, tokenEnv: [] }],
    ],
    [
      ['a.json', 'b.json'],
      ['open', ['a.json', 'b.json'], { tokenEnv: [] }],
    ],
    [[], ['open', [], { tokenEnv: [] }]],
    [
      ['--token-env', 'A_TOKEN', 'a.json'],
      ['open', ['a.json'], { tokenEnv: ['A_TOKEN'] }],
    ],
  ])('%j', async (args, call) => {
    expect((await parse(...args)).calls).toEqual([call]);
  });

  test.each([
    [['inspect'], "missing required argument 'files'"],
    [['events'], "missing required argument 'files'"],
    [['event', 'a'], "missing required argument 'ref'"],
    [['chain', 'a', 'b', 'c'], 'too many arguments'],
    [['events', 'a', '--limit', '-1'], 'It takes a whole number'],
    [['events', 'a', '--limit', '1e3'], 'It takes a whole number'],
    [['events', 'a', '--offset', '0.5'], 'It takes a whole number'],
    [['events', 'a', '--filter'], 'argument missing'],
    [['serve', '--port', '65536'], 'A port is at most 65535'],
    [['serve', '--token-env', 'sk-1'], 'It takes the name of a variable'],
    [['--token-env', 'sk-1'], 'It takes the name of a variable'],
    [['accept', 'a', '--profile', 'lax'], 'Allowed choices are lenient, strict, reference'],
    [
      ['accept', 'a', '--event', '1', '--text'],
      "option '--text' cannot be used with option '-e, --event <ref>'",
    ],
    [['lint-schema', 'a', '--tier', 'off'], 'Allowed choices are strict, warn'],
    [['agh', 'a', '--now', 'soon'], 'It takes Unix seconds'],
    [['agh', 'a', '--now', '2026-02-30T00:00:00Z'], 'It takes Unix seconds'],
    [['agh', 'a', '--now', '2026-04-16T19:00:05'], 'It takes Unix seconds'],
    [['agh', 'a', '--peers', 'p'], 'It takes channel:peer'],
    [['vectors'], "missing required argument 'paths'"],
    [['inspect', '--jsn', 'a'], "unknown option '--jsn'"],
    [['inspect', 'a', '--\u001b[31m'], "unknown option '--[U+001B][31m'"],
  ])('%j is refused in words, and no verb runs', async (args, words) => {
    const { calls, said, exitCode } = await parse(...args);
    expect([calls, exitCode === 0]).toEqual([[], false]);
    expect(said).toContain(`openwop-inspector: `);
    expect(said).toContain(words);
  });

  test.each([[['--help']], [['help']], ...VERB_NAMES.map((verb) => [[verb, '--help']])])(
    '%j prints help with examples, no wider than the screen',
    async (args) => {
      const { said, exitCode } = await parse(...args);
      expect(exitCode).toBe(0);
      expect(said).toContain('Examples:');
      for (const row of said.split('\n')) expect(row.length).toBeLessThanOrEqual(110);
    },
  );

  test.each(VERB_NAMES.filter((verb) => verb !== 'serve' && verb !== 'mcp'))(
    'the help of %s has the statuses it ends with',
    async (verb) => {
      const { said } = await parse(verb, '--help');
      expect(said).toMatch(/(?:Ends with|Exit status:) 0[^.]*\b2\b/);
    },
  );

  test('--version prints the version alone', async () => {
    expect(await parse('--version')).toEqual({ calls: [], said: '1.2.3\n', exitCode: 0 });
  });
});

test('of several files the worst decides', () => {
  expect(worse(EXIT.findings, EXIT.failed)).toBe(EXIT.failed);
  expect(worse(EXIT.findings, EXIT.fine)).toBe(EXIT.findings);
});
