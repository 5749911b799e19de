import { describe, expect, test } from 'vitest';
import { type Follow, type FollowStep, followAfter, newSince } from './follow.ts';

const AT = { events: 1046, sequence: 1046 };
const held = (by: NonNullable<Follow>['by']): Follow => ({ ...AT, by });
const EARLIER: Follow = { events: 12, sequence: 12, by: 'key' };

describe('following and pausing', () => {
  test.each<[string, Follow, FollowStep, Follow]>([
    ['the key pauses', null, { kind: 'toggle' }, held('key')],
    ['the key follows again', EARLIER, { kind: 'toggle' }, null],
    ['scrolling away from the end pauses', null, { kind: 'scrolled' }, held('scroll')],
    ['scrolling while paused changes nothing', EARLIER, { kind: 'scrolled' }, EARLIER],
    ['choosing an event pauses', null, { kind: 'selected', isNewest: false }, held('selection')],
    ['choosing the newest goes on following', null, { kind: 'selected', isNewest: true }, null],
    ['choosing while paused changes nothing', EARLIER, { kind: 'selected', isNewest: false }, EARLIER],
    [
      'choosing the newest while paused does not follow',
      EARLIER,
      { kind: 'selected', isNewest: true },
      EARLIER,
    ],
  ])('%s', (_, now, step, expected) => expect(followAfter(now, step, AT)).toEqual(expected));

  test.each([
    ['nothing is new while following', null, 5000, 0],
    ['what came since the pause', held('key'), 1260, 214],
    ['never less than nothing', held('key'), 3, 0],
  ])('%s', (_, follow, events, expected) => expect(newSince(follow, events)).toBe(expected));
});
