import { describe, expect, test } from 'vitest';
import { type CountedRows, idOrNone, statusWord, textOfLog, titleOf, WORDS_OF_RUNS } from './log-text.ts';

/** A summary of this many rows, of which some are messages of AGH Network. */
const summary = (events: number, messages: number): CountedRows =>
  messages === 0 ? { events } : { events, conversation: { messages } };

describe('what the parts of a log are called', () => {
  test.each([
    ['runs alone', summary(2, 0), 'Runs', 'Events', 'Nodes'],
    ['messages alone', summary(13, 13), 'Channels', 'Messages', 'Interactions'],
    ['messages next to runs', summary(20, 13), 'Runs', 'Events', 'Nodes'],
    ['nothing known yet', null, 'Runs', 'Events', 'Nodes'],
  ])('%s', (_, log, runs, events, nodes) => {
    const words = textOfLog(log);
    expect([titleOf(words.run), titleOf(words.event), titleOf(words.node)]).toEqual([runs, events, nodes]);
  });

  test('a status of a channel is said in words of its protocol, one of a run as it is recorded (agh 5)', () => {
    const words = textOfLog(summary(1, 1));
    expect(['running', 'waiting-input', 'unknown', 'failed'].map((one) => statusWord(words, one))).toEqual([
      'open',
      'waiting for input',
      'no interaction',
      'failed',
    ]);
    expect(statusWord(WORDS_OF_RUNS, 'waiting-input')).toBe('waiting-input');
  });

  test('what has no id is said to have none', () => {
    expect(idOrNone(WORDS_OF_RUNS, '')).toBe('(no runId)');
    expect(idOrNone(textOfLog(summary(1, 1)), '')).toBe('(no channel)');
    expect(idOrNone(WORDS_OF_RUNS, 'r1')).toBe('r1');
  });
});
