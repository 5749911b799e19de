import { accept, act, done, envelopeOf, fenced, prompt, retry, row, start, stream, use } from './rows.ts';
import { acceptEnvelope } from './steps/envelope-steps.ts';
import { composePrompt } from './steps/model-steps.ts';
import { appendLog, changeVariable, startNode, writeChannel } from './steps/run-steps.ts';
import type { Story } from './story.ts';

const TYPE = 'vendor.acme.ticket.classify';
const TICKET =
  'Since the update the export of the Größentabelle stops at 99 %. The bar does not move, the file is not there. We need it for the stocktaking on Friday. Two colleagues see the same on other machines.';
const SYSTEM =
  'Classify one support ticket. Answer with one vendor.acme.ticket.classify envelope. priority is one of low, normal, high. queue is one of exports, accounts, billing, other. summary is one sentence.';
const summary = 'The export of a size table stops at 99 % on several machines since the update.';
const corrected = { priority: 'high', queue: 'exports' };
const routed = { ticketId: 'T-20417', queue: 'exports', priority: 'high' };

/** An envelope is refused because a value is not one of the allowed ones; the corrected retry is accepted. */
export const repairedTicketStory: Story = {
  sampleId: 'repaired-ticket',
  title: 'A refused answer is repaired by a retry and the run completes',
  file: 'repaired-ticket.ndjson',
  shape: 'ndjson',
  run: {
    runId: 'ticket-41ae',
    workflowId: 'acme.ticket-triage',
    status: 'completed',
    inputs: { ticketId: 'T-20417', channel: 'mail' },
  },
  tags: ['triage', 'sample'],
  acts: [
    act('read', 'acme.clerk', [
      start(3, 'core.input'),
      row(
        40,
        appendLog,
        { level: 'debug', message: 'ticket read', fields: { characters: TICKET.length } },
        null,
      ),
      row(2, changeVariable, { name: 'ticket', previous: null, next: TICKET }, null),
      done(1, { text: TICKET }, 46, startNode),
    ]),
    act('classify', 'acme.triage', [
      start(2, 'core.ai.structured'),
      prompt(3, 'acme.triage.system@1.3.0', SYSTEM, `<UNTRUSTED source="mail">\n${TICKET}\n</UNTRUSTED>`, {
        variables: { ticketId: 'T-20417' },
        trust: 'untrusted',
      }),
      stream(472, answer('env-1', '10:00:00.052', 'urgent!'), [26, 118], [412, 171], { trust: 'untrusted' }),
      use(3, 412, 171, composePrompt),
      retry(
        3,
        2,
        ['schema-violation', "/priority must be equal to one of the allowed values: 'low', 'normal', 'high'"],
        'untrusted',
        ':0:5be2',
      ),
      stream(416, answer('env-2', '10:00:02.064', 'high'), [26, 104], [412, 171], {
        cause: composePrompt,
        trust: 'untrusted',
      }),
      use(3, 412, 171, composePrompt),
      accept(2, ['env-2', TYPE, ':0:5be2'], 'untrusted', { ...corrected, summary }),
      row(
        0,
        changeVariable,
        { name: 'priority', previous: null, next: 'high', trust: 'untrusted' },
        ':0:5be2',
      ),
      done(1, corrected, 4_063, acceptEnvelope),
    ]),
    act('route', 'acme.clerk', [
      start(2, 'core.route'),
      row(12, writeChannel, { channel: 'tickets.exports', value: routed, reducer: 'append' }, 'act'),
      done(1, { queue: 'exports' }, 15),
    ]),
  ],
  end: { memoryId: 'mem_a1c94e20-5d1', memoryAfterMs: 14, outputs: { queue: 'exports', priority: 'high' } },
};

function answer(envelopeId: string, clock: string, priority: string): string {
  const head = { type: TYPE, envelopeId, correlationId: 'ticket-41ae:classify:0:5be2' };
  const payload = { priority, queue: 'exports', summary };
  return fenced(envelopeOf(head, payload, `2026-03-02T${clock}Z`, { contentTrust: 'untrusted' }));
}
