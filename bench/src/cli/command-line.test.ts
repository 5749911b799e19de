import { describe, expect, test } from 'vitest';
import { readCommand } from './command-line.ts';

describe('readCommand', () => {
  test.each([
    ['', { verb: 'run', events: 1_000_000, rounds: 5, seed: 7 }],
    ['commands --keep', { verb: 'commands', rounds: 5, keep: true }],
    ['chromium --quick', { verb: 'chromium', events: 50_000, rounds: 1 }],
    ['--quick', { verb: 'run', events: 50_000 }],
    ['run --events 2_000 --rounds 1', { verb: 'run', events: 2_000, rounds: 1 }],
    ['--events 1,000,000 --json out.json', { verb: 'run', events: 1_000_000, json: 'out.json' }],
    [
      'generate --events 500 --format sse --seed 3 --out f',
      { verb: 'generate', format: 'sse', seed: 3, out: 'f' },
    ],
    ['reach --quick', { verb: 'reach', events: 50_000, rounds: 3 }],
    ['bundles', { verb: 'bundles' }],
    ['live', { verb: 'live', events: 250_000, rounds: 3 }],
    ['live --quick', { verb: 'live', events: 25_000 }],
    ['measure parse f.ndjson', { verb: 'measure', name: 'parse', file: 'f.ndjson' }],
    ['--help', { verb: 'help' }],
  ])('understands "%s"', (line, command) => {
    expect(readCommand(line.split(' ').filter(Boolean))).toMatchObject(command);
  });

  test.each([
    ['dance', 'no verb'],
    ['generate --events 500', '--out'],
    ['generate --out f --format zip', '--format'],
    ['--events many', '--events'],
    ['--events 3', 'at least'],
    ['measure constructor f', 'measurement'],
    ['--fast', '--fast'],
  ])('says what is wrong with "%s"', (line, reason) => {
    const command = readCommand(line.split(' '));
    expect(command.verb === 'wrong' ? command.message : '').toContain(reason);
  });
});
