import { describe, expect, test } from 'vitest';
import { grammarOf } from './grammar.ts';
import { codeLanguage } from './languages.ts';

describe('languages by any of their names', () => {
  test.each([
    ['TS', 'typescript'],
    [' json ', 'json'],
    ['c++', 'cpp'],
    ['sh', 'bash'],
    ['yml', 'yaml'],
    ['application/json', 'json'],
  ])('%j is %s', (written, name) => {
    expect(codeLanguage(written)?.name).toBe(name);
  });

  test.each([null, '', 'klingon', '__proto__', 'constructor', 'x'.repeat(5_000)])(
    'an unknown one such as %j stays plain',
    (written) => {
      expect(codeLanguage(written)).toBeNull();
    },
  );

  test.each(['json', 'typescript', 'python', 'bash', 'html', 'cpp', 'vue', 'latex', 'swift', 'php'])(
    'the grammar of %s can be had and colours a line',
    async (name) => {
      const language = codeLanguage(name);
      const grammar = language === null ? null : await grammarOf(language);
      let answer = grammar?.line('a = "b" # 1 <x>', null);
      for (let i = 0; answer === 'wait' && i < 5_000; i++) answer = grammar?.line('a = "b" # 1 <x>', null);
      expect(answer).toMatchObject({ colours: expect.anything() });
    },
  );
});
