import { CATALOGUE_TYPES, OTHER_TYPES } from '@openwop-inspector/protocol';
import { describe, expect, test } from 'vitest';
import {
  alwaysFails,
  DESCRIBED_TYPES,
  describeEvent,
  eventGlyph,
  sheetOfType,
} from './event-descriptions.ts';
import { AGH_TYPES } from './families/agh.ts';
import { eventSheet, genericSheet } from './sheet/event-sheet.ts';
import { SHEET_VIEWS } from './sheet/sheet.ts';

test('the types that are described are those of the protocol, each once', () => {
  expect([...DESCRIBED_TYPES].sort()).toEqual([...CATALOGUE_TYPES, ...OTHER_TYPES, ...AGH_TYPES].sort());
});

describe('every type of the catalogue', () => {
  test.each(CATALOGUE_TYPES)('%s has a line of its own', (type) => {
    expect(describeEvent(type).summary).toBeDefined();
  });

  test('every view has sheets', () => {
    const views = new Set([...DESCRIBED_TYPES, 'mcp.tool.called'].map((type) => sheetOfType(type)?.[0]));
    expect([...Object.keys(SHEET_VIEWS)].filter((view) => ![...views].some((one) => one === view))).toEqual(
      [],
    );
  });

  test.each(DESCRIBED_TYPES)('%s has a sheet of any payload that is an object or missing', (type) => {
    const event = { type, nodeId: null };
    for (const payload of [undefined, null, {}, { nodeId: 1, reason: {}, error: [] }]) {
      const read = sheetOfType(type)?.[1];
      const sheet = read === undefined ? genericSheet(payload, event) : eventSheet(payload, event, read);
      expect(sheet?.lead.badge).not.toBe('');
    }
    if (sheetOfType(type) !== null)
      expect(
        eventSheet('text', event, () => {
          throw new Error();
        }),
      ).toBeNull();
  });
});

describe('a type that nobody knows', () => {
  test.each(['__proto__', 'constructor', '', 'acme.ticket.opened'])('%j', (type) => {
    expect(describeEvent(type)).toEqual({});
    expect(eventGlyph(type)).toBe('event');
    expect(sheetOfType(type)).toBeNull();
    expect(alwaysFails(type)).toBe(false);
  });

  test.each([
    ['run.something', 'runStarted'],
    ['envelope.retry.other', 'retry'],
    ['core.dispatched', 'dispatch'],
  ])('%s has the glyph of its family', (type, glyph) => expect(eventGlyph(type)).toBe(glyph));
});

describe('aliases are described as what they are folded as (run-events 3.4)', () => {
  test.each([
    ['ai.message.chunk', 'output.chunk'],
    ['interrupt.vote.recorded', 'interrupt.vote'],
  ])('%s as %s', (alias, type) => expect(describeEvent(alias)).toBe(describeEvent(type)));

  test('a vote after the aliases has its sheet', () => {
    expect(sheetOfType('vote')?.[0]).toBe('interrupt');
  });
});
