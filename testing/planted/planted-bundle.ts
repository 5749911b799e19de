/** A bundle of a run with a secret in every place where hosts, models and tools have been seen to write one. */
import { SecretMaker } from './secret-shapes.ts';

/** A secret and where it was put. */
export interface PlantedPlace {
  readonly shape: string;
  readonly kind: 'known' | 'place';
  readonly place: string;
  readonly tell: string;
}

/** Secrets in all; each place is used until this number is reached. */
export const PLANTED = 400;

type Payload = Readonly<Record<string, unknown>>;
interface PlantedEvent {
  readonly type: string;
  readonly payload?: Payload;
  readonly eventId?: string;
  readonly nodeId?: string;
  readonly causationId?: string;
  readonly runId?: string;
  readonly timestamp?: string;
}

/** Secrets that are found inside a word, and where they are cut: by prefixes that no word has. */
const IS_CUT = /^(?:gh[pousr]_|glpat-|[sr]k_(?:live|test)_|xox[bparescd]-|AKIA|ASIA|AIza)/;

/** An event that holds a secret of a documented shape. */
const WITH_KNOWN: Readonly<Record<string, (secret: string) => PlantedEvent | readonly PlantedEvent[]>> = {
  'text of a payload': (s) => log({ message: `the answer was ${s} and then nothing` }),
  'a bare value': (s) => log({ note: s }),
  'a name of a member': (s) => log({ seen: { [s]: 1 } }),
  'nested JSON in a text': (s) => log({ body: JSON.stringify({ inner: { note: s } }) }),
  'JSON nested twice in a text': (s) => log({ body: JSON.stringify({ body: JSON.stringify({ a: s }) }) }),
  'an item of an array': (s) => log({ list: ['a', s, 'b'] }),
  'the query of a URL': (s) => log({ url: `https://api.example.test/v1/x?q=${s}&page=2` }),
  'a line of a shell': (s) =>
    log({ command: `curl -H "Authorization: Bearer ${s}" https://api.example.test` }),
  nodeId: (s) => ({ type: 'node.started', nodeId: s, payload: { nodeId: s } }),
  'type of an event': (s) => ({ type: s, payload: {} }),
  eventId: (s) => ({ type: 'log.appended', eventId: s, payload: { level: 'info', message: 'x' } }),
  causationId: (s) => ({ type: 'log.appended', causationId: s, payload: { level: 'info', message: 'x' } }),
  timestamp: (s) => ({ type: 'log.appended', timestamp: s, payload: { level: 'info', message: 'x' } }),
  'a second run': (s) => ({ type: 'run.started', runId: s, payload: { workflowId: s } }),
  'message of an error': (s) => failed({ code: 'denied', message: `the key ${s} was refused` }),
  'code of an error': (s) => failed({ code: s, message: 'refused' }),
  'text of a model': (s) => inDraft('output.chunk', { chunk: `use ${s}`, isLast: true }),
  'arguments of a tool': (s) => tool({ inputs: { query: `find ${s}`, deep: [{ a: s }] } }),
  'name of a tool': (s) => inDraft('agent.toolCalled', { toolName: s, callId: 'c' }),
  'result of a tool': (s) => ({
    type: 'agent.toolReturned',
    nodeId: 'draft',
    payload: { toolName: 'web', callId: 'c', status: 'error', error: { message: `401 for ${s}` }, output: s },
  }),
  reasoning: (s) => inDraft('agent.reasoned', { reasoning: `I will use ${s}.` }),
  'delta of reasoning': (s) => inDraft('agent.reasoning.delta', { delta: s }),
  'label of a surface': (s) => surface({ id: 'b', component: 'Text', props: { text: `key ${s}`, label: s } }),
  'title of a surface': (s) => surface({ id: 'b', component: 'Text', props: { text: 'x' } }, s),
  'title of an approval': (s) => requested('approval', { title: `Send ${s}?`, actions: ['accept', s] }),
  'question of a clarification': (s) =>
    requested('clarification', { questions: [{ id: 'q', question: `Is ${s} right?` }] }),
  'kind of an interrupt': (s) => requested(s, { title: 'x' }),
  'kind of an envelope': (s) =>
    log({ level: 'info', message: 'x', fields: { envelopeType: s, payload: { a: s } } }),
  'text of a refusal': (s) => inDraft('envelope.refusal', { refusalText: `no ${s}`, model: s }),
  'a value that its schema refuses': (s) => inDraft('node.retried', { attempt: s }),
  'a colour of a terminal': (s) => log({ line: `\u001b[31m${s}\u001b[0m` }),
  'a colour, written': (s) => log({ line: `\\u001b[31m${s}\\u001b[0m` }),
  'a line break, written': (s) => log({ line: `x\\n${s}` }),
  'a zero-width space': (s) => log({ note: `${s.slice(0, 2)}\u200b${s.slice(2)}` }),
  'a letter before it': (s) => log({ note: IS_CUT.test(s) ? `x${s}` : s }),
  'two items of a list': (s) => log({ list: IS_CUT.test(s) ? [s.slice(0, -14), s.slice(-14)] : [s] }),
  'two fields': (s) => log(IS_CUT.test(s) ? { a: `see ${s.slice(0, -14)}`, b: s.slice(-14) } : { a: s }),
  'two chunks of a stream': (s) =>
    IS_CUT.test(s)
      ? [
          chunk(`see ${s.slice(0, -14)}`),
          chunk('of another channel', 'other'),
          log({ message: 'of another event' }),
          chunk(`${s.slice(-14)} and more`),
        ]
      : chunk(`see ${s}`),
  'an escaped text': (s) => log({ note: `ESCAPED:${s}` }),
};

/** An event that holds a random secret that its name or the words before it tell. */
const WITH_RANDOM: Readonly<Record<string, (secret: string) => PlantedEvent>> = {
  'a member password': (s) => log({ password: s }),
  'a member client_secret': (s) => log({ config: { client_secret: s } }),
  'a member apiKey': (s) => log({ apiKey: s }),
  'a member interruptToken': (s) => inDraft('node.suspended', { interruptToken: s }),
  'an Authorization header': (s) => tool({ inputs: { headers: { Authorization: `Bearer ${s}` } } }),
  'a header pair': (s) => tool({ inputs: { headers: [{ name: 'Authorization', value: `token ${s}` }] } }),
  'a header tuple': (s) => tool({ inputs: { headers: [['x-api-key', s]] } }),
  'a value below its name': (s) => log({ password: { value: s, type: 'text' } }),
  'a path of an interrupt': (s) => log({ url: `https://host.test/v1/interrupts/${s}` }),
  'a password in a sentence': (s) => log({ text: `The password for the host is ${s}.` }),
  'a password in a URL': (s) => log({ dsn: `postgres://app:${s}@db.example.test/x` }),
  'a line of an environment': (s) => log({ text: `DB_PASSWORD="${s}"` }),
  'a bearer in prose': (s) => log({ text: `sent with Authorization: Bearer ${s}` }),
  'a second cookie': (s) => log({ text: `Cookie: theme=dark; session_token=${s}` }),
};

const inDraft = (type: string, payload: Payload): PlantedEvent => ({ type, nodeId: 'draft', payload });
const log = (payload: Payload): PlantedEvent => inDraft('log.appended', { level: 'info', ...payload });
const chunk = (text: string, channel = 'main'): PlantedEvent =>
  inDraft('output.chunk', { chunk: text, channel, isLast: false });
const failed = (error: Payload): PlantedEvent => inDraft('node.failed', { error });
const tool = (rest: Payload): PlantedEvent =>
  inDraft('agent.toolCalled', { toolName: 'web.get', callId: 'c', ...rest });
const surface = (component: Payload, title = 'A surface'): PlantedEvent =>
  inDraft('ui.a2ui-surface', {
    catalogVersion: '1',
    surface: { surfaceId: 's', title, root: 'b', components: [component] },
  });
const requested = (kind: string, data: Payload): PlantedEvent => ({
  type: 'interrupt.requested',
  nodeId: 'review',
  payload: { kind, nodeId: 'review', data, resumeSchema: { type: 'object', title: 'Answer' } },
});

/** The bundle as JSON text, the same in every run, and what is planted in it. O(PLANTED). */
export function plantedBundle(seed = 20_261_122) {
  const maker = new SecretMaker(seed);
  const places: string[] = [];
  const events: PlantedEvent[] = [
    { type: 'run.started', payload: { workflowId: 'planted' } },
    { type: 'node.started', nodeId: 'draft', payload: { nodeId: 'draft' } },
  ];
  const note = (place: string): void => {
    while (places.length < maker.made.length) places.push(place);
  };
  const header = {
    bundleVersion: '1',
    host: { name: `host ${maker.known()}`, version: '1', vendor: maker.known() },
    discovery: { implementation: { name: maker.known() }, supportedEnvelopes: [maker.known()] },
  };
  note('words about the host');
  const error = { code: maker.known(), message: `ended by ${maker.known()}` };
  note('error of the run');
  for (let round = 0; places.length < PLANTED; round++) {
    for (const [place, make] of Object.entries(WITH_KNOWN)) {
      if (places.length >= PLANTED) break;
      const made = make(maker.known());
      for (const one of Array.isArray(made) ? made : [made]) events.push(one);
      note(place);
    }
    for (const [place, make] of Object.entries(WITH_RANDOM)) {
      if (places.length >= PLANTED) break;
      events.push(make(maker.random32()));
      note(place);
    }
    if (places.length < PLANTED) events.push(log({ pin: round, password: maker.digits() }));
    note('a number below its name');
  }
  events.push({ type: 'run.failed', payload: { error: { code: 'ended', message: 'done' } } });
  const bundle = {
    ...header,
    run: { runId: 'run-planted', workflowId: 'planted', status: 'failed', error },
    events: events.map((event, sequence) => ({
      eventId: `evt-${sequence}`,
      runId: 'run-planted',
      sequence,
      timestamp: new Date(Date.UTC(2026, 0, 1) + sequence * 1000).toISOString(),
      ...event,
    })),
  };
  return {
    text: withEscapes(JSON.stringify(bundle, null, 1)),
    places: maker.made.map(
      ({ shape, kind, tell }, at): PlantedPlace => ({ shape, kind, tell, place: places[at] ?? '' }),
    ),
  };
}

/** What is behind `ESCAPED:` is written in escapes, as hosts may write any character. */
const withEscapes = (json: string): string =>
  json.replaceAll(/ESCAPED:([\w.-]+)/g, (_, secret: string) =>
    [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  );
