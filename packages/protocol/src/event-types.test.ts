import { describe, expect, test } from 'vitest';
import {
  CATALOGUE_TYPES,
  eventFamilies,
  eventTypeInfo,
  familyTitle,
  foldedType,
  isCatalogueType,
  isTerminalStatus,
  isTerminalType,
  otherTypeInfo,
  runStatus,
} from './event-types.ts';

const hostileNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' '];

describe('the catalogue (run-events 3.2)', () => {
  test('has 118 different names in seventeen families', () => {
    expect(CATALOGUE_TYPES).toHaveLength(118);
    expect(new Set(CATALOGUE_TYPES).size).toBe(118);
    expect(eventFamilies()).toHaveLength(17);
    for (const family of eventFamilies()) expect(familyTitle(family)).not.toBe('');
  });

  test('three types end a run', () => {
    const terminal = CATALOGUE_TYPES.filter((type) => isTerminalType(type));
    expect(terminal).toEqual(['run.completed', 'run.failed', 'run.cancelled']);
  });

  test('nine types are sent in stream mode debug only (run-events 3.5)', () => {
    const debugOnly = CATALOGUE_TYPES.filter((type) => eventTypeInfo(type)?.debugOnly);
    expect(debugOnly).toEqual([
      'node.started',
      'node.retried',
      'variable.changed',
      'log.appended',
      'version.pinned',
      'lease.acquired',
      'lease.renewed',
      'lease.lost',
      'lease.handed-off',
    ]);
  });

  test('every entry names the clause of its family', () => {
    expect(eventTypeInfo('cap.breached')).toEqual({
      type: 'cap.breached',
      family: 'engine',
      debugOnly: false,
      clause: 'run-events 3.2.5',
    });
    for (const type of CATALOGUE_TYPES) expect(eventTypeInfo(type)?.clause).toMatch(/^run-events 3\.2\.\d+$/);
  });

  test.each(hostileNames)('%j is not a catalogue type', (name) => {
    expect(isCatalogueType(name)).toBe(false);
    expect(eventTypeInfo(name)).toBeUndefined();
    expect(isTerminalType(name)).toBe(false);
    expect(otherTypeInfo(name)).toBeUndefined();
    expect(foldedType(name)).toBe(name);
  });
});

describe('aliases (run-events 3.4)', () => {
  test.each([
    ['node.interrupt.resolved', 'interrupt.resolved'],
    ['interrupt.vote', 'vote'],
    ['interrupt.vote.recorded', 'vote'],
    ['ai.message.chunk', 'output.chunk'],
    ['run.started', 'run.started'],
    ['acme.thing', 'acme.thing'],
  ])('%s folds as %s', (name, folded) => expect(foldedType(name)).toBe(folded));

  test.each([
    ['waiting-clarification', 'waiting-input'],
    ['waiting-input', 'waiting-input'],
    ['completed', 'completed'],
    ['constructor', null],
    ['done', null],
  ])('maps status %s to %s', (written, status) => expect(runStatus(written)).toBe(status));

  test.each([
    ['completed', true],
    ['failed', true],
    ['cancelled', true],
    ['cancelling', false],
    ['paused', false],
    ['done', false],
  ])('status %s is terminal: %s', (status, terminal) => expect(isTerminalStatus(status)).toBe(terminal));
});
