import type { OutcomeDetail } from '@openwop-inspector/acceptor-core';
import { describe, expect, test } from 'vitest';
import { violationInText } from './violation-text.ts';

function detail(instancePath: string, keyword: string, message: string): OutcomeDetail {
  return { instancePath, schemaPath: '#', keyword, message };
}

const UNDECLARED = '"options" is not declared in the schema';

describe('a violation is described with its subject', () => {
  test.each([
    [detail('/title', 'type', 'is not of type string'), '/payload/title is not of type string'],
    [detail('', 'type', 'is not of type object'), 'the payload is not of type object'],
    [detail('', 'required', 'title is missing'), 'title is missing'],
    [detail('/items/0', 'required', 'id is missing'), 'id is missing at /payload/items/0'],
    [detail('', 'additionalProperties', UNDECLARED), UNDECLARED],
    [detail('/items/0', 'additionalProperties', UNDECLARED), `${UNDECLARED} at /payload/items/0`],
    [detail('', 'anyOf', 'kind is not one of a, b'), 'kind is not one of a, b'],
    [detail('/x', 'anyOf', 'has none of the allowed forms'), '/payload/x has none of the allowed forms'],
  ])('%#: %j', (given, words) => expect(violationInText(given, 'payload')).toBe(words));

  test('positions in the envelope are relative to the envelope', () => {
    expect(violationInText(detail('/meta/ts', 'format', 'is not a valid date-time'), 'shape')).toBe(
      '/meta/ts is not a valid date-time',
    );
  });
});
