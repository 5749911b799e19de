import { type HostileRow, row } from '../hostile-row.ts';
import {
  event,
  events,
  frame,
  frames,
  HOST_TOKEN,
  json,
  log,
  stream,
  TOKEN_SPELLINGS,
} from '../sound-answers.ts';

/** Of an interrupt that waits: whoever has it can answer. */
const LIVE_TOKEN = 'Zq8pCZM9SStStk7yQ4vLm';

/** A run whose second event has these members. */
const withMembers = (over: object) => log((runId) => events(runId, over).map((each) => JSON.stringify(each)));
/** A run whose second event is written so. */
const written = (text: (runId: string) => string) =>
  log((runId) => events(runId).map((each, at) => (at === 1 ? text(runId) : JSON.stringify(each))));
const note = (text: string) => (runId: string) =>
  `{"eventId":"e1","runId":"${runId}","type":"log.appended","sequence":1,"timestamp":"2026-05-18T10:00:01Z","payload":{"message":"${text}"}}`;

const button = { component: 'action.button', id: 'go', label: 'Go', action: { target: { toString: 'x' } } };
const payload = { catalogVersion: '0.9.1', surface: { title: 't', components: [button] } };
const surface = {
  type: 'envelope.accepted',
  payload: { envelope: { type: 'ui.a2ui-surface', payload } },
};

const echoes: readonly HostileRow[] = Object.entries(TOKEN_SPELLINGS).map(([spelling, text]) =>
  row(`the token comes back in a note: ${spelling}`, ['complete'], written(note(`you sent ${text} !`))),
);

/** What is in the events themselves. */
export const VALUES = [
  ...echoes,
  row('the token comes back in an error', ['refused', 'goes-on', 'complete', 'incomplete'], {
    stream: json(() => ({ error: 'forbidden', message: `no ${HOST_TOKEN}` }), 403),
  }),
  row(
    'the token comes back as ids and types',
    ['complete'],
    withMembers({ nodeId: HOST_TOKEN, type: `vendor.${HOST_TOKEN}`, causationId: HOST_TOKEN }),
  ),
  row(
    'tokens of interrupts come back in notes',
    ['complete'],
    log((runId) =>
      [
        event(runId, 0),
        event(runId, 1, { type: 'node.suspended', payload: { interruptToken: LIVE_TOKEN, nodeId: 'n' } }),
        event(runId, 2, { type: 'log.appended', payload: { message: `answer with ${LIVE_TOKEN}` } }),
        event(runId, 3),
      ].map((each) => JSON.stringify(each)),
    ),
    { hides: LIVE_TOKEN },
  ),
  row(
    'ids with control and bidi characters',
    ['complete'],
    withMembers({ nodeId: '\u001b[2J\u202egnp.exe\u0000', eventId: 'e\u009b1\u2066' }),
  ),
  row('a sequence of 2^53', ['complete', 'incomplete', 'goes-on'], withMembers({ sequence: 2 ** 53 })),
  row('a sequence below zero', ['complete', 'incomplete'], withMembers({ sequence: -1 })),
  row('a sequence that is a text', ['complete', 'incomplete'], withMembers({ sequence: '1' })),
  row(
    'a sequence that is NaN',
    ['complete', 'incomplete'],
    written((runId) => `{"eventId":"x","runId":"${runId}","type":"x","sequence":NaN}`),
  ),
  row('events twice and in the wrong order', ['complete'], {
    stream: stream((runId) => {
      const reported = events(runId);
      return frames([...reported.slice(0, 3)].reverse()) + frames(reported);
    }),
  }),
  row(
    'names of the prototype',
    ['complete', 'incomplete'],
    written(
      (runId) =>
        `{"eventId":"e1","runId":"${runId}","type":"log.appended","sequence":1,"timestamp":"2026-05-18T10:00:01Z","__proto__":{"polluted":1},"payload":{"__proto__":{"polluted":1},"constructor":{"prototype":{}},"message":{"toString":"x"}}}`,
    ),
  ),
  row(
    'types that are objects',
    ['complete', 'incomplete'],
    withMembers({ type: { toString: null }, nodeId: ['a'], timestamp: {} }),
  ),
  row('a surface whose target is an object', ['complete'], withMembers(surface)),
  row('invalid UTF-8', ['complete', 'incomplete'], {
    stream: stream((runId) =>
      Buffer.concat([
        Buffer.from('data: {"a":"'),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
        Buffer.from(`"}\n\n${frames(events(runId))}`),
      ]),
    ),
  }),
  row('marks of the byte order', ['complete', 'incomplete'], {
    stream: stream((runId) => `\ufeff${frames(events(runId))}\ufeff`),
  }),
  row('NUL bytes', ['complete', 'incomplete'], {
    stream: stream((runId) => `\u0000\n\n${frame('\u0000')}${frames(events(runId))}`),
  }),
  row('lines that end in CR alone', ['complete'], {
    stream: stream((runId) => frames(events(runId)).replaceAll('\n', '\r')),
  }),
  row('retry: 0', ['complete'], { stream: stream((runId) => `retry: 0\n\n${frames(events(runId))}`) }),
  row('retry: of a thousand years', ['complete'], {
    stream: stream((runId) => `retry: 31536000000000\n\n${frames(events(runId))}`),
  }),
];
