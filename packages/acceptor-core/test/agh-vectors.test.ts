import { describe, expect, test } from 'vitest';
import { runMessages, runToken } from '../src/vectors/acceptor-runners.ts';
import type { Vector } from '../src/vectors/read-vectors.ts';
import { aghVectors } from './agh-vector-files.ts';

const named = (form: string): readonly [string, Vector][] =>
  aghVectors()
    .filter((vector) => vector.form === form)
    .map((vector) => [`${vector.id} ${vector.title}`, vector]);

describe('vectors FORMAT 9: AGH', () => {
  test('all of them are found', () => {
    expect(named('messages').length).toBeGreaterThanOrEqual(133);
    expect(named('token').length).toBeGreaterThanOrEqual(1);
  });

  test.each(named('messages'))('%s', (_, vector) => expect(runMessages(vector).differences).toEqual([]));
  test.each(named('token'))('%s', (_, vector) => expect(runToken(vector).differences).toEqual([]));
});
