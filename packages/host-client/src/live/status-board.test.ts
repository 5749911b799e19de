import { expect, test } from 'vitest';
import { withoutAnswer } from '../errors/request-errors.ts';
import { LedgerBook } from '../ledger/ledger.ts';
import { type SpokenFacts, sessionText } from './status-board.ts';

const facts: SpokenFacts = {
  state: 'live',
  end: null,
  host: 'h',
  transport: 'sse',
  runStatus: 'running',
  ledger: new LedgerBook().answer(),
  error: null,
  hostError: null,
  isCut: false,
  endsAt: null,
  isTerminalSeen: false,
  ends: [],
  unread: null,
};
const refused = withoutAnswer('unreachable', 'ECONNREFUSED', 'Nothing answers at h:80. Is the host running?');
const slow = withoutAnswer('out-of-time', 'OUT_OF_TIME', 'h:80 did not answer in time. Try again.');

test.each<[Partial<SpokenFacts>, string]>([
  [{}, 'live'],
  [{ runStatus: 'paused' }, 'live; the run is paused'],
  [{ transport: 'poll' }, 'live by polls: the host has no stream'],
  [{ transport: 'poll-meanwhile' }, 'live by polls: no stream is open'],
  [{ state: 'lost' }, 'connection lost: the host ended the stream; the next try is set'],
  [{ state: 'lost', isCut: true }, 'connection lost: the stream ended inside a frame; the next try is set'],
  [{ hostError: 'backpressure: slow' }, 'live; the host says: backpressure: slow'],
  [
    { state: 'lost', hostError: 'backpressure: slow' },
    'connection lost: the host ended the stream; the next try is set; the host says: backpressure: slow',
  ],
  [{ state: 'lost', error: refused }, 'connection lost: nothing answers at h:80; the next try is set'],
  [
    { state: 'lost', error: slow, endsAt: 4 },
    "connection lost: h:80 did not answer in time; the next try is set; the host's log now ends at 4, before what was received: it has started again, and what was received is preserved",
  ],
  [
    { unread: 'too-large' },
    'live; the JSON log is too large to read whole, so that the stream is all there is',
  ],
  [{ unread: 'too-slow' }, 'live; the JSON log was not answered in time, so that the stream is all there is'],
  [
    { ledger: { ...facts.ledger, conflicting: 1 } },
    'live; 1 event came again with other content, of which the first is used',
  ],
  [{ state: 'ended', end: 'refused', error: refused }, 'nothing answers at h:80'],
])('%o is said in one sentence without its full stop', (change, words) => {
  expect(sessionText({ ...facts, ...change })).toBe(words);
});
