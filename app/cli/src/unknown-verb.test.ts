import { describe, expect, test } from 'vitest';
import { nearVerb, unknownVerb, VERB_NAMES } from './program.ts';

describe('unknownVerb', () => {
  test.each([
    ['no arguments', [], null],
    ['a verb', ['inspect', 'x'], null],
    ['help', ['help', 'inspect'], null],
    ['an option', ['--version'], null],
    ['standard input', ['-'], null],
    ['a file with an ending', ['run.json'], null],
    ['a path', ['logs/run'], null],
    ['a file that exists under a bare name', ['run'], null],
    ['a mistyped verb', ['inspct', 'run.json'], 'inspct'],
    ['a verb of a later version', ['rehearse', 'run.json', '--context', 'c'], 'rehearse'],
  ])('%s', (_what, args, word) => {
    expect(unknownVerb(args, VERB_NAMES, (path) => path === 'run')).toBe(word);
  });
});

test.each([
  ['inspct', 'inspect'],
  ['Inspect', 'inspect'],
  ['evnts', 'events'],
  ['chian', 'chain'],
  ['acept', 'accept'],
  ['vector', 'vectors'],
  ['rehearse', null],
  ['adit', 'audit'],
  ['portabilty', 'portability'],
  ['tial', 'tail'],
  ['exprot', 'export'],
  ['compair', 'compare'],
])('the verb near %s is %s', (word, verb) => {
  expect(nearVerb(word, VERB_NAMES)).toBe(verb);
});

test('a very long word is near nothing, at once', () => {
  expect(nearVerb('x'.repeat(1_000_000), VERB_NAMES)).toBe(null);
});
