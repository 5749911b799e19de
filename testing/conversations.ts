/** The samples of AGH Network v0 as tables of messages, in display order. Everything in them is invented. */

/** A message as it is in the file. */
type MessageDoc = Readonly<Record<string, unknown>>;

/** A sample of messages of AGH Network v0. */
export interface Conversation {
  readonly sampleId: string;
  readonly file: string;
  readonly title: string;
  /** One message a line, or one list. */
  readonly shape: 'ndjson' | 'list';
  readonly messages: readonly MessageDoc[];
}

/** Seconds after the start; `more` are members next to those of every message. */
type Row = readonly [
  at: number,
  id: string,
  kind: string,
  from: string,
  to: string | null,
  body: MessageDoc,
  more?: MessageDoc,
];

/** Second at which every conversation begins: 16 April 2026, 19:00 UTC. */
const START = 1_776_366_000;

/** Messages of a channel. */
function channelOf(channel: string, rows: readonly Row[]): readonly MessageDoc[] {
  return rows.map(([at, id, kind, from, to, body, { protocol = 'agh-network/v0', ...more } = {}]) => ({
    protocol,
    id,
    kind,
    channel,
    from,
    to,
    ...more,
    ts: START + at,
    body,
    proof: null,
  }));
}

/** A card by which a peer presents itself. */
function card(peerId: string, displayName: string, capabilities: readonly string[]): MessageDoc {
  return {
    peer_id: peerId,
    display_name: displayName,
    profiles_supported: ['agh-network/v0'],
    capabilities,
    artifacts_supported: ['file'],
    trust_modes_supported: [],
  };
}

/** Bodies and members that many messages have. */
const text = (words: string): MessageDoc => ({ text: words });
const accepts = (id: string): MessageDoc => ({ for_id: id, status: 'accepted' });
const rejects = (id: string, code: string): MessageDoc => ({
  for_id: id,
  status: 'rejected',
  reason_code: code,
});
const presents = (...parts: Parameters<typeof card>): MessageDoc => ({ peer_card: card(...parts) });
const reply = (interaction: MessageDoc, id: string): MessageDoc => ({ ...interaction, reply_to: id });
const after = (interaction: MessageDoc, id: string): MessageDoc => ({ ...interaction, causation_id: id });

const front = 'front-desk.day';
const shelf = 'shelf-keeper.day';
const atlas = { interaction_id: 'atlas' };
const question = { text: 'Is the atlas of 1911 on its shelf?', intent: 'look-up' };
const onTheWay = { state: 'working', message: 'On the way to shelf 12' };
const found = { state: 'completed', result: { shelf: '12', place: 'third from the left' } };

/** Two peers, one question, one answer: nothing in it is to be said. */
const plain: Conversation = {
  sampleId: 'agh-plain',
  file: 'agh-plain.ndjson',
  title: 'Two peers of a library find a book: one interaction, completed',
  shape: 'ndjson',
  messages: channelOf('reading-room', [
    [0, 'm-01', 'greet', front, null, presents(front, 'Front desk', ['loans'])],
    [2, 'm-02', 'greet', shelf, null, presents(shelf, 'Shelf keeper', ['shelves'])],
    [10, 'm-03', 'say', front, null, text('The reading room is open.')],
    [31, 'm-04', 'direct', front, shelf, question, atlas],
    [32, 'm-05', 'receipt', shelf, front, accepts('m-04'), reply(atlas, 'm-04')],
    [40, 'm-06', 'trace', shelf, front, onTheWay, after(atlas, 'm-04')],
    [95, 'm-07', 'trace', shelf, front, found, after(atlas, 'm-06')],
    [110, 'm-08', 'say', front, null, text('The atlas is on shelf 12.'), { causation_id: 'm-07' }],
  ]),
};

const planner = 'planner.sess-1';
const importer = 'importer.sess-2';
const branch = 'branch.sess-3';
const work = { interaction_id: 'import-7', trace_id: 'spring-import' };
const part = { interaction_id: 'records-7', trace_id: 'spring-import' };
/** The digest is the one that the capability should carry; a test computes it again. */
const importing = {
  id: 'catalogue.import',
  summary: 'Imports the catalogue of a branch library',
  outcome: 'Every record is in the index or on the list of what was left out',
  version: '2',
  context_needed: ['address of the catalogue'],
  artifacts_expected: ['list of what was left out'],
  requirements: ['index.write', 'network.read'],
  digest: 'sha256:91205230efc4b6e26fd17e36c43e69b56248a47dfb38ef55a27c6f069eae1fb3',
};
const capabilities = ['catalogue.import', 'catalogue.check'];
const self = { type: 'response', peer_card: card(importer, 'Importer, second shift', capabilities) };
const order = { text: 'Import the branch catalogue.', artifacts: [{ type: 'file', ref: 'branch.csv' }] };
const wanted = text('Send the records that changed since March.');
const sent = { state: 'completed', artifact_refs: ['records-7.csv'] };
const doubt = { state: 'needs_input', message: 'Which of the two catalogues?' };
const imported = { state: 'completed', result: { imported: 1204, left_out: 3 } };

/** Work that is handed on: a capability with its digest, a second interaction in another channel, receipts, a question. */
const delegation: Conversation = {
  sampleId: 'agh-delegation',
  file: 'agh-delegation.json',
  title: 'An import is handed on twice: a capability, receipts, a question on the way, two channels',
  shape: 'list',
  messages: [
    ...channelOf('builders', [
      [0, 'd-01', 'greet', importer, null, presents(importer, 'Importer', ['catalogue.import'])],
      [4, 'd-02', 'whois', planner, importer, { type: 'request', query: 'catalogue.import' }],
      [5, 'd-03', 'whois', importer, planner, self, { reply_to: 'd-02' }],
      [20, 'd-04', 'direct', planner, importer, order, work],
      [21, 'd-05', 'receipt', importer, planner, accepts('d-04'), reply(work, 'd-04')],
      [24, 'd-06', 'capability', importer, planner, { capability: importing }, after(work, 'd-04')],
      [30, 'd-07', 'trace', importer, planner, { state: 'working' }, after(work, 'd-04')],
    ]),
    ...channelOf('branches', [
      [34, 'd-08', 'direct', importer, branch, wanted, after(part, 'd-07')],
      [35, 'd-09', 'receipt', branch, importer, accepts('d-08'), reply(part, 'd-08')],
      [60, 'd-10', 'trace', branch, importer, doubt, after(part, 'd-08')],
      [90, 'd-11', 'direct', importer, branch, text('The one of the main hall.'), reply(part, 'd-10')],
      [150, 'd-12', 'trace', branch, importer, sent, after(part, 'd-11')],
    ]),
    ...channelOf('builders', [[170, 'd-13', 'trace', importer, planner, imported, after(work, 'd-12')]]),
  ],
};

const desk = 'desk.a';
const mill = 'mill.b';
const job = { interaction_id: 'job-1' };
const second = { interaction_id: 'job-2' };
const cutting = {
  id: 'paper.cut',
  summary: 'Cuts paper',
  outcome: 'Sheets of the requested size',
  digest: `sha256:${'0'.repeat(64)}`,
};
const sheets = { state: 'completed', result: { sheets: 200 } };
const busy = { ...rejects('f-13', 'busy'), detail: 'The blade is being changed' };

/** Every reason of the protocol once: as a verdict on a message, or in the receipt of a peer; and some things tolerated. */
const faulty: Conversation = {
  sampleId: 'agh-faults',
  file: 'agh-faults.ndjson',
  title: 'Every refusal of AGH Network v0 once, with an interaction that failed and one that is closed',
  shape: 'ndjson',
  messages: channelOf('workshop', [
    [0, 'f-01', 'greet', mill, null, presents(mill, 'Paper mill', ['paper.cut'])],
    [5, 'f-02', 'direct', desk, mill, text('Cut 200 sheets.'), job],
    [6, 'f-03', 'receipt', mill, desk, accepts('f-02'), reply(job, 'f-02')],
    [9, 'f-04', 'trace', mill, desk, { state: 'working' }, after(job, 'f-02')],
    [12, 'f-05', 'trace', mill, desk, { state: 'submitted' }, after(job, 'f-04')],
    [14, 'f-06', 'capability', mill, desk, { capability: cutting }, after(job, 'f-02')],
    [
      20,
      'f-07',
      'direct',
      desk,
      mill,
      text('Cut one more.'),
      { ...job, workspace_id: 'ws-1', work_id: 'w-1' },
    ],
    [22, 'f-08', 'recipe', mill, desk, { steps: ['cut', 'stack'] }, job],
    [24, 'f-09', 'say', mill, null, text('The blade is new.'), { protocol: 'agh-network/v1' }],
    [26, 'f-10', 'say', mill, null, text('The door is open.'), { expires_at: 1_776_366_020 }],
    [30, 'f-11', 'trace', mill, desk, sheets, after(job, 'f-04')],
    [31, 'f-11', 'trace', mill, desk, sheets, after(job, 'f-04')],
    [36, 'f-12', 'direct', desk, mill, text('And 50 more.'), after(job, 'f-11')],
    [40, 'f-13', 'direct', desk, mill, text('Cut 50 sheets.'), second],
    [41, 'f-14', 'receipt', mill, desk, busy, reply(second, 'f-13')],
    [
      44,
      'f-15',
      'receipt',
      'store.c',
      desk,
      rejects('f-13', 'not_target'),
      reply({ interaction_id: 'job-3' }, 'f-13'),
    ],
    [
      46,
      'f-16',
      'receipt',
      mill,
      desk,
      rejects('f-99', 'not_found'),
      reply({ interaction_id: 'job-4' }, 'f-99'),
    ],
    [50, 'f-17', 'say', desk, mill, text('We come back tomorrow.'), { ext: { 'acme.priority': 1 } }],
  ]),
};

/** Every conversation of the samples. */
export const CONVERSATIONS: readonly Conversation[] = [plain, delegation, faulty];

/** The text of a file: one message a line, so that a change shows as a line. */
export function conversationText({ shape, messages }: Conversation): string {
  const lines = messages.map((message) => JSON.stringify(message));
  return shape === 'list' ? `[\n${lines.join(',\n')}\n]\n` : `${lines.join('\n')}\n`;
}
