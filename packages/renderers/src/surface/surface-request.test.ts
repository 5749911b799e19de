import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PressedAction } from '../model/a2ui/surface-actions.ts';
import { curlCommand, surfaceRequest } from './RequestText.tsx';

const pressed = (entries: PressedAction['entries'], target: PressedAction['target'] = 'resume') => ({
  target,
  entries,
});
const place = { runId: 'r1', nodeId: 'ask' };

test('resume gives the values to the interrupt, action last (envelope 7.3)', () => {
  const entries = [
    ['market', 'north'],
    ['invite', true],
    ['action', 'confirm'],
  ] as const;
  expect(surfaceRequest(pressed(entries), place)).toEqual({
    target: 'resume',
    method: 'POST',
    path: '/v1/runs/r1/interrupts/ask',
    body: `{
  "resumeValue": {
    "market": "north",
    "invite": true,
    "action": "confirm"
  }
}`,
    unknown: [],
    resumeValue: { market: 'north', invite: true, action: 'confirm' },
  });
});

test('exchange makes the values the content of a turn (envelope 7.3, run-events 2)', () => {
  const { body, resumeValue } = surfaceRequest(pressed([['action', 'talk']], 'exchange'), place);
  const expected = { operation: 'exchange', turn: { role: 'user', content: { action: 'talk' } } };
  expect(JSON.parse(body)).toEqual({ resumeValue: expected });
  expect(resumeValue).toEqual(expected);
});

test('what is not known stays a name in braces', () => {
  const request = surfaceRequest(pressed([]), { runId: null, nodeId: null });
  expect([request.path, request.unknown]).toEqual([
    '/v1/runs/{runId}/interrupts/{nodeId}',
    ['runId', 'nodeId'],
  ]);
  expect(curlCommand(request)).toMatch(/^curl --globoff --request POST "\$OPENWOP_HOST\/v1\/runs\/\{runId\}/);
});

test('fields go out in document order, whatever their ids, and none is a prototype', () => {
  const entries = [
    ['10', 'a'],
    ['2', 'b'],
    ['__proto__', 'c'],
    ['action', 'go'],
  ] as const;
  const { body, resumeValue } = surfaceRequest(pressed(entries), place);
  expect(body.match(/"[^"]+"(?=:)/g)).toEqual(['"resumeValue"', '"10"', '"2"', '"__proto__"', '"action"']);
  expect(Object.hasOwn(Object(resumeValue), '__proto__')).toBe(true);
  expect(Object.getPrototypeOf(resumeValue)).toBe(Object.prototype);
});

test.each([
  ['../../secrets', '/v1/runs/..%2F..%2Fsecrets/interrupts/ask'],
  ['a?b#c', '/v1/runs/a%3Fb%23c/interrupts/ask'],
  ["a'`$(x)!*~", '/v1/runs/a%27%60%24%28x%29%21%2A%7E/interrupts/ask'],
  ['\ud800', '/v1/runs/%EF%BF%BD/interrupts/ask'],
])('a run called %j cannot leave its segment', (runId, path) => {
  expect(surfaceRequest(pressed([]), { runId, nodeId: 'ask' }).path).toBe(path);
});

describe('a command for a terminal', () => {
  test('carries no credentials and says where it goes', () => {
    expect(curlCommand(surfaceRequest(pressed([['note', "it's"]]), place))).toBe(
      [
        `curl --request POST "$OPENWOP_HOST/v1/runs/r1/interrupts/ask" \\`,
        `  --header 'Content-Type: application/json' \\`,
        `  --data-raw '{`,
        '  "resumeValue": {',
        `    "note": "it'\\''s"`,
        '  }',
        `}'`,
      ].join('\n'),
    );
  });

  test('is read by a shell as it was meant, whatever was typed', () => {
    // What the shell makes of the words, each on a line of its own between marks.
    const readByShell = (command: string) => {
      const script = `curl() { for word; do printf '<%s>\\n' "$word"; done; }\n${command}\n`;
      return spawnSync('sh', ['-c', script], { env: { OPENWOP_HOST: 'https://host' }, encoding: 'utf8' })
        .stdout;
    };
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom("'", `'"$(id)\`\\`, '\n', '\u202e'));
    fc.assert(
      fc.property(text, text, text, (id, value, runId) => {
        const request = surfaceRequest(pressed([[id, value]]), { runId, nodeId: 'n' });
        const lines = ['--request', 'POST', `https://host${request.path}`, '--header'];
        const words = [...lines, 'Content-Type: application/json', '--data-raw', request.body];
        expect(readByShell(curlCommand(request))).toBe(words.map((word) => `<${word}>\n`).join(''));
        expect(JSON.parse(request.body)).toEqual({ resumeValue: Object.fromEntries([[id, value]]) });
      }),
      { numRuns: 25 },
    );
  });

  test('hides nothing: invisible characters are escaped', () => {
    const { body } = surfaceRequest(pressed([['a\u202eb', '\u200b\u007f']]), place);
    expect(body).toContain(String.raw`"a\u202eb": "\u200b\u007f"`);
  });
});
