import { words } from '@openwop-inspector/base';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { envelopeTerms, hasTerms } from './search-job.ts';

const SURFACE: LogicalEnvelope = {
  key: 'c1',
  correlationId: words`run:Ask:2:77e0`,
  envelopeType: words`ui.a2ui-surface`,
  nodeId: words`Ask`,
  runId: words`run`,
  state: 'accepted',
  foundIn: 'event',
  untrusted: true,
  summary: words`Schedule the kickoff`,
  attempts: [],
  attemptsLeftOut: 0,
  ordinal: 1,
};

test.each([
  ['', true],
  ['a2ui', true],
  ['KICKOFF', true],
  ['77E0', true],
  ['kind:ui.', true],
  ['kind:ask', false],
  ['node:ask', true],
  ['node:ask kind:media', false],
  ['state:accepted node:', true],
  ['trust:untrusted', true],
  ['trust:un', true],
  ['trust:trusted', false],
  ['kickoff trust:untrusted', true],
  ['nothing', false],
])('%j takes an untrusted surface of node Ask: %s', (text, takes) =>
  expect(hasTerms(SURFACE, envelopeTerms(text))).toBe(takes),
);

test('trusted is not untrusted', () =>
  expect(hasTerms({ ...SURFACE, untrusted: false }, envelopeTerms('trust:trusted'))).toBe(true));
