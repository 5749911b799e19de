/** Every reason of the protocol once: as a verdict on a message, or in the receipt of a peer; and some things tolerated. */
import { type Conversation, card, message } from './conversation.ts';

const desk = 'desk.a';
const mill = 'mill.b';
const job = { interaction_id: 'job-1' };
const second = { interaction_id: 'job-2' };

const capability = {
  id: 'paper.cut',
  summary: 'Cuts paper',
  outcome: 'Sheets of the size that was asked for',
  digest: `sha256:${'0'.repeat(64)}`,
};

export const faultyConversation: Conversation = {
  sampleId: 'agh-faults',
  file: 'agh-faults.ndjson',
  title: 'Every refusal of AGH Network v0 once, with an interaction that failed and one that is closed',
  shape: 'ndjson',
  messages: [
    message('workshop', [0, 'f-01', 'greet', mill, null], {
      peer_card: card(mill, 'Paper mill', ['paper.cut']),
    }),
    message('workshop', [5, 'f-02', 'direct', desk, mill], { text: 'Cut 200 sheets.' }, job),
    message(
      'workshop',
      [6, 'f-03', 'receipt', mill, desk],
      { for_id: 'f-02', status: 'accepted' },
      { ...job, reply_to: 'f-02' },
    ),
    message(
      'workshop',
      [9, 'f-04', 'trace', mill, desk],
      { state: 'working' },
      { ...job, causation_id: 'f-02' },
    ),
    message(
      'workshop',
      [12, 'f-05', 'trace', mill, desk],
      { state: 'submitted' },
      { ...job, causation_id: 'f-04' },
    ),
    message(
      'workshop',
      [14, 'f-06', 'capability', mill, desk],
      { capability },
      { ...job, causation_id: 'f-02' },
    ),
    message(
      'workshop',
      [20, 'f-07', 'direct', desk, mill],
      { text: 'Cut one more.' },
      { ...job, workspace_id: 'ws-1', work_id: 'w-1' },
    ),
    message('workshop', [22, 'f-08', 'recipe', mill, desk], { steps: ['cut', 'stack'] }, job),
    {
      ...message('workshop', [24, 'f-09', 'say', mill, null], { text: 'The blade is new.' }),
      protocol: 'agh-network/v1',
    },
    message(
      'workshop',
      [26, 'f-10', 'say', mill, null],
      { text: 'The door is open.' },
      { expires_at: 1_776_366_020 },
    ),
    message(
      'workshop',
      [30, 'f-11', 'trace', mill, desk],
      { state: 'completed', result: { sheets: 200 } },
      { ...job, causation_id: 'f-04' },
    ),
    message(
      'workshop',
      [31, 'f-11', 'trace', mill, desk],
      { state: 'completed', result: { sheets: 200 } },
      { ...job, causation_id: 'f-04' },
    ),
    message(
      'workshop',
      [36, 'f-12', 'direct', desk, mill],
      { text: 'And 50 more.' },
      { ...job, causation_id: 'f-11' },
    ),
    message('workshop', [40, 'f-13', 'direct', desk, mill], { text: 'Cut 50 sheets.' }, second),
    message(
      'workshop',
      [41, 'f-14', 'receipt', mill, desk],
      { for_id: 'f-13', status: 'rejected', reason_code: 'busy', detail: 'The blade is being changed' },
      { ...second, reply_to: 'f-13' },
    ),
    message(
      'workshop',
      [44, 'f-15', 'receipt', 'store.c', desk],
      { for_id: 'f-13', status: 'rejected', reason_code: 'not_target' },
      { interaction_id: 'job-3', reply_to: 'f-13' },
    ),
    message(
      'workshop',
      [46, 'f-16', 'receipt', mill, desk],
      { for_id: 'f-99', status: 'rejected', reason_code: 'not_found' },
      { interaction_id: 'job-4', reply_to: 'f-99' },
    ),
    message(
      'workshop',
      [50, 'f-17', 'say', desk, mill],
      { text: 'We come back tomorrow.' },
      { ext: { 'acme.priority': 1 } },
    ),
  ],
};
