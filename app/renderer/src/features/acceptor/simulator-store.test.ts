import { describe, expect, test } from 'vitest';
import { answerText, secretsIn, sharedAnswer, sharedDocument, simulatorCommand } from './simulator-store.ts';

const SECRET = 'plain-value-of-a-secret';
const TURN = JSON.stringify({
  responses: [{ text: SECRET }],
  context: { secrets: [{ secretId: 'db', value: SECRET }, { secretId: 1 }] },
});

describe('the result of a simulator, in a sentence', () => {
  test('nothing yet', () => expect(answerText(null)).toBe(''));

  test('a rejected document: position and reason', () => {
    const problem = { pointer: '', message: 'This is not JSON', line: 2, column: 3, from: 0, to: 1 };
    expect(answerText({ kind: 'refused', problems: [problem] })).toBe('Line 2, column 3: This is not JSON');
    expect(answerText({ kind: 'refused', problems: [] })).toBe('Refused.');
  });
});

describe('secrets declared by a turn', () => {
  test('are those of its context with a complete value', () => {
    expect(secretsIn(TURN)).toEqual([{ secretId: 'db', value: SECRET }]);
  });

  test.each(['', '{', '[]', '{"context":{"secrets":{}}}', '{"context":[]}'])('%j has none', (text) =>
    expect(secretsIn(text)).toEqual([]),
  );

  test('are in none of the copied texts', () => {
    const problem = { pointer: '', message: SECRET, line: 1, column: 1, from: 0, to: 1 };
    for (const shared of [
      sharedDocument(TURN),
      sharedAnswer(TURN, { kind: 'refused', problems: [problem] }),
      simulatorCommand('turn', TURN),
    ])
      expect(shared).not.toContain(SECRET);
  });
});

test('the command writes the document under a delimiter that it does not contain, with the verb of the simulator', () => {
  const command = simulatorCommand('turn', '{\n"EOF": "\nEOF\n"}');
  const [first = '', ...rest] = command.split('\n');
  const word = /<<'(.+)'$/.exec(first)?.[1] ?? '';
  expect(first).toMatch(/^cat > turn\.json <<'/);
  expect(rest.filter((line) => line === word)).toHaveLength(1);
  expect(command).toContain('npx openwop-inspector dispatch turn.json');
});
