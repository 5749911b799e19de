import {
  accept,
  act,
  artifact,
  done,
  envelopeOf,
  fenced,
  prompt,
  row,
  start,
  stream,
  use,
  wait,
} from './rows.ts';
import { barChartPng, chimeWav, MARKET_FIELD } from './small-media.ts';
import { showSurface } from './steps/envelope-steps.ts';
import { composePrompt } from './steps/model-steps.ts';
import { answerPerson, askPerson } from './steps/person-steps.ts';
import { startNode } from './steps/run-steps.ts';
import type { Envelope, Story } from './story.ts';

const RUN_ID = 'kickoff-c58d';
const ASSETS = `https://assets.acme.example/v1/runs/${RUN_ID}/assets`;
const INTERRUPT_ID = '7a31c0de90b24a51b5a0f4117d22e6c9';
const FORM_SYSTEM =
  'Ask for the kickoff with one ui.a2ui-surface, catalogue 0.9.1, then one clarification.request.';
const QUESTION = { id: 'kickoff', question: 'When and for which market is the kickoff?' };
const values = {
  market: 'north',
  when: '2026-04-02',
  note: 'Room 3, 会議室',
  invite: true,
  action: 'confirm',
};

const FORM: readonly Readonly<Record<string, unknown>>[] = [
  { component: 'heading', text: 'Schedule the kickoff', level: 2 },
  { component: 'text', text: 'Pick a market and a day. You can change both later.' },
  MARKET_FIELD,
  { component: 'field.date', id: 'when', label: 'Date', required: true },
  { component: 'field.text', id: 'note', label: 'Note for the room', placeholder: 'Room, equipment' },
  { component: 'field.checkbox', id: 'invite', label: 'Invite the reviewers', default: true },
  { component: 'action.button', id: 'confirm', label: 'Confirm', action: { target: 'resume' } },
];

const PNG = barChartPng([12, 19, 9, 24, 31, 27, 22]);
const chart = {
  bytes: PNG.length,
  base64: Buffer.from(PNG).toString('base64'),
  mimeType: 'image/png',
  alt: 'Bar chart of stalled exports on seven days; the fifth day is the highest with 31',
};
const CHART_ENVELOPE = envelopeOf(
  { type: 'media.image', envelopeId: 'env-4', correlationId: `${RUN_ID}:chart:1:d9f3`, nodeId: 'chart' },
  chart,
  '2026-03-02T15:00:50.241Z',
  { rendering: { display: 'image', title: 'Stalled exports' } },
);
const welcome = {
  bytes: 184_320,
  url: `${ASSETS}/welcome-41d7.ogg`,
  mimeType: 'audio/ogg',
  alt: 'Spoken welcome, 23 seconds',
  durationSeconds: 23,
};
const handout = {
  bytes: 48_211,
  url: `${ASSETS}/handout-90aa.pdf`,
  mimeType: 'application/pdf',
  name: 'Handout für den Start.pdf',
};

const BRIEF = `# Kickoff brief: offline export

People lose a day when the export stalls. This release writes the file **before** the upload starts.

## Scope

- [x] Write \`export.ndjson\` next to the project
- [x] Resume after a broken connection
- [ ] Two markets first, [see the plan](https://plans.acme.example/kickoff)

| Market | Owner | Ready |
| --- | --- | --- |
| North | Release | 2 April |
| South | Support | 9 April |

> Scheduling, and anything that needs a new host capability, is not in scope.[^1]

![Export flow, three steps](https://assets.acme.example/export-flow.png)

\`\`\`ts
const file = await write('export.ndjson', { resume: true });
\`\`\`

[^1]: Decided in the review of 19 March.
`;

const EXPORT = `import { createWriteStream } from 'node:fs';

/** Writes one document a line; a broken upload resumes from the last whole line. */
export async function writeExport(documents: AsyncIterable<object>, path: string) {
  const out = createWriteStream(path, { flags: 'a' });
  let written = 0;
  for await (const document of documents) {
    out.write(\`\${JSON.stringify(document)}\\n\`);
    written += 1;
  }
  out.end();
  return { path, written };
}
`;

const estimate = {
  market: 'north',
  due: '2026-04-02T09:00:00Z',
  timeoutMs: 90_000,
  reviewers: ['release-lead', 'support-lead'],
  effort: [
    { part: 'Writer', days: 3, risk: 'low' },
    { part: 'Resume', days: 5, risk: 'medium' },
    { part: 'Two markets', days: 2, risk: 'low' },
  ],
  blocked: false,
};
const CHIME = chimeWav([659, 523, 784], 0.4);
const chime = {
  bytes: CHIME.length,
  base64: Buffer.from(CHIME).toString('base64'),
  mimeType: 'audio/wav',
  alt: 'Three tones that call the room together',
  durationSeconds: 1.6,
};
const PAPER = 'market,room,seats\nnorth,3,12\nsouth,1,8\n';
const rooms = {
  bytes: PAPER.length,
  base64: Buffer.from(PAPER).toString('base64'),
  mimeType: 'text/csv',
  name: 'rooms.csv',
};

const REASONING = 'The form named the market and the date; the plan names the rest.';
/** One text with three envelopes in fences. */
const BRIEF_TEXT = [
  'The brief:',
  written('env-7', ':3:51e2', 'brief', { reasoning: REASONING, text: BRIEF }, { display: 'markdown' }),
  'The writer:',
  written(
    'env-8',
    ':3:8c07',
    'snippet',
    { code: EXPORT },
    { display: 'code', lang: 'typescript', title: 'write-export.ts' },
  ),
  'The estimate:',
  written('env-9', ':3:b6d4', 'estimate', estimate, { display: 'card', title: 'Estimate' }),
].join('\n');

function written(
  envelopeId: string,
  envelope: Envelope,
  what: string,
  payload: Readonly<Record<string, unknown>>,
  rendering: Readonly<Record<string, string>>,
): string {
  const correlationId = `${RUN_ID}:brief${envelope}`;
  const head = { type: `vendor.acme.${what}.create`, envelopeId, correlationId, nodeId: 'brief' };
  return fenced(envelopeOf(head, payload, '2026-03-02T15:00:52.238Z', { rendering }));
}

/** A form is displayed and sent back; then everything a model can show: a chart, sounds, files, a brief, code, a card. */
export const mediaStory: Story = {
  sampleId: 'media-and-surface',
  title: 'A form, a chart, a brief, code, sounds and files: what a model can show',
  file: 'media-and-surface.events.json',
  shape: 'event-log',
  run: {
    runId: RUN_ID,
    workflowId: 'acme.launch-kickoff',
    status: 'completed',
    inputs: { launch: 'offline export' },
  },
  tags: ['sample'],
  acts: [
    act('form', 'acme.host', [
      start(3, 'core.clarification'),
      prompt(0, 'acme.kickoff.system@1.0.0', FORM_SYSTEM, 'Launch: offline export'),
      use(1_310, 190, 402),
      // The form as the host records it: the surface, and that its envelope was accepted.
      row(
        3,
        showSurface,
        {
          title: 'Schedule the kickoff',
          components: FORM,
          reasoning: 'Market and date decide everything else, so both are required.',
          trust: 'trusted',
        },
        ':0:2c40',
      ),
      accept(0, ['env-1', 'ui.a2ui-surface', ':0:2c40'], 'trusted'),
      row(2, askPerson, { interruptId: INTERRUPT_ID, questions: [QUESTION], trust: 'trusted' }, ':0:88b1'),
      wait(48_900),
      row(
        0,
        answerPerson,
        {
          interruptId: INTERRUPT_ID,
          answers: { kickoff: '2026-04-02, north' },
          answeredBy: 'principal:release-lead',
          resumeValue: values,
        },
        null,
      ),
      done(2, { values }, 50_240),
    ]),
    // The model's text holds the envelope in a fence; the bytes of the picture are inside it.
    act('chart', 'acme.analyst', [
      start(2, 'core.ai.structured'),
      stream(640, `The chart of last week:\n${fenced(CHART_ENVELOPE)}`, [60, 55], [260, 904]),
      use(3, 260, 904, startNode),
      accept(2, ['env-4', 'media.image', ':1:d9f3'], 'trusted', chart),
      done(1, { envelopeId: 'env-4' }),
    ]),
    // A recording and a document that stay on the host; only their addresses are in the log.
    act('handout', 'acme.writer', [
      start(2, 'core.ai.structured'),
      use(900, 330, 120),
      accept(3, ['env-5', 'media.audio', ':2:10ce'], 'trusted', welcome),
      accept(2, ['env-6', 'media.file', ':2:7fa2'], 'trusted', handout),
      artifact(0, ['art-handout-1', 'handout', 'Handout for the kickoff'], 'trusted', ':2:7fa2'),
      done(1, { artifactId: 'art-handout-1' }),
    ]),
    // Three envelopes in one text, then a chime and a table as files.
    act('brief', 'acme.writer', [
      start(2, 'core.ai.structured'),
      prompt(
        0,
        'acme.kickoff.brief@1.0.0',
        'Write the brief, the snippet and the estimate, one envelope each.',
        'Market: north. Date: 2026-04-02.',
      ),
      stream(720, BRIEF_TEXT, [240, 40], [410, 1_312]),
      use(2, 410, 1_312, composePrompt),
      accept(1, ['env-7', 'vendor.acme.brief.create', ':3:51e2'], 'trusted'),
      accept(1, ['env-8', 'vendor.acme.snippet.create', ':3:8c07'], 'trusted'),
      accept(1, ['env-9', 'vendor.acme.estimate.create', ':3:b6d4'], 'trusted'),
      accept(2, ['env-10', 'media.audio', ':4:3f19'], 'trusted', chime),
      accept(1, ['env-11', 'media.file', ':4:6ab8'], 'trusted', rooms),
      done(1, { envelopes: 5 }),
    ]),
  ],
  end: { memoryId: 'mem_e41d70aa-c08', memoryAfterMs: 10, outputs: { market: 'north', media: 5 } },
};
