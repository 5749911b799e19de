import {
  ASK_REASONING,
  BRIEF,
  DRAFT_SYSTEM,
  libraryHits,
  OUTLINE_TEXT,
  PLAN_THOUGHTS,
  RESEARCH_SECOND_THOUGHTS,
  RESEARCH_SYSTEM,
  RESEARCH_THOUGHTS,
  SECTIONS,
} from './failed-draft-texts.ts';
import {
  accept,
  act,
  artifact,
  call,
  conclude,
  done,
  envelopeOf,
  fenced,
  prompt,
  retry,
  row,
  start,
  stream,
  think,
  until,
  use,
} from './rows.ts';
import { MARKET_FIELD } from './small-media.ts';
import { callTool, closeInvocation, decideNext, openInvocation, reasonAloud } from './steps/agent-steps.ts';
import { breachCap, exhaustRetries, recoverEnvelope, truncateEnvelope } from './steps/envelope-steps.ts';
import { composePrompt } from './steps/model-steps.ts';
import type { RunError } from './steps/node-scope.ts';
import { answerPerson, askPerson } from './steps/person-steps.ts';
import { appendLog, changeVariable, failNode, startNode, writeChannel } from './steps/run-steps.ts';
import { MOCK_MINI, type Story } from './story.ts';

const TYPE = 'vendor.acme.prd.create';
const SCHEMA_ROUNDS = 2;
const NO_TITLE = "must have required property 'title'";
const ERROR: RunError = {
  code: 'envelope_invalid',
  message: "payload lacks required property 'title'",
  details: {
    envelopeType: TYPE,
    capKind: 'schema',
    totalAttempts: SCHEMA_ROUNDS + 1,
    violations: [{ instancePath: '', schemaPath: '#/required', keyword: 'required', message: NO_TITLE }],
  },
};

const OUTLINE_SYSTEM =
  'You turn notes into a launch brief in Markdown. One page. Answer with vendor.acme.brief.create.';
const ASK_SYSTEM =
  'Ask for what is missing. Return one ui.a2ui-surface, catalogue 0.9.1 only, then one clarification.request.';
const INTERRUPT_ID = 'fae2e2e8ef15e652766c8dc44f2bbd7a';
const QUESTIONS = [
  { id: 'market', question: 'Which market first?', schema: { type: 'string', enum: ['north', 'south'] } },
  { id: 'date', question: 'When should the draft be ready?', schema: { type: 'string', format: 'date' } },
];
const answers = { market: 'north', date: '2026-03-20' };
const picture = {
  bytes: 18_240,
  url: 'https://assets.acme.example/v1/runs/prd-5f2c/assets/export-flow-7c1e.png',
  mimeType: 'image/png',
  alt: 'Export flow, 3 steps: file, upload, check',
};
const surface = {
  title: 'Two things are missing',
  components: [
    { component: 'heading', text: 'Before the draft starts', level: 2 },
    { component: 'text', text: 'Pick a market and a date. The key [REDACTED:provider-key] was in the text.' },
    MARKET_FIELD,
    { component: 'field.date', id: 'date', label: 'Draft ready by', required: true },
    { component: 'action.button', id: 'confirm', label: 'Confirm', action: { target: 'resume' } },
  ],
};

const FIRST_DRAFT = JSON.stringify(draft('env-30', '09:01:59.911'), null, 2);
const CUT_DRAFT = FIRST_DRAFT.slice(0, Math.floor(FIRST_DRAFT.length * 0.7));
const FENCED_DRAFT = `Here it is:\n${fenced(draft('env-31', '09:02:04.313'))}`;
const LAST_DRAFT = JSON.stringify(draft('env-32', '09:02:09.010'), null, 2);

/**
 * Node `draft` never produces a valid envelope: its first answer is cut off, the two after it lack a title, because an
 * untrusted search result says that drafts must not have one. The chain leads from the failure back to that search.
 */
export const failedDraftStory: Story = {
  sampleId: 'acme-prd-draft',
  title: 'A draft fails after three attempts; the cause is a search result two nodes earlier',
  file: 'acme-prd-draft.bundle.json',
  shape: 'bundle',
  run: {
    runId: 'prd-5f2c',
    workflowId: 'acme.prd-draft',
    status: 'failed',
    inputs: { brief: BRIEF, markets: 2 },
    error: ERROR,
    nodeStates: {
      intake: 'completed',
      research: 'completed',
      outline: 'completed',
      ask: 'completed',
      plan: 'completed',
      draft: 'failed',
      review: 'pending',
      publish: 'pending',
    },
  },
  tags: ['prd', 'sample'],
  acts: [
    // The brief is read. 0 to 1.2 s.
    act('intake', 'acme.clerk', [
      start(4, 'core.input'),
      row(
        310,
        appendLog,
        { level: 'debug', message: 'brief read', fields: { characters: BRIEF.length } },
        null,
      ),
      row(80, changeVariable, { name: 'brief', previous: null, next: BRIEF }, null),
      row(240, writeChannel, { channel: 'notes', value: 'brief accepted', reducer: 'append' }, startNode),
      until(1_200),
      done(0, { brief: BRIEF }, 1_196, startNode),
    ]),
    // Three searches, two blocks of thinking, a schema requested and a picture stored. 1.2 to 7.6 s.
    act('research', 'acme.researcher', [
      start(4, 'core.agent'),
      row(2, openInvocation, { ...MOCK_MINI, invocationId: 'inv-research-1' }),
      prompt(3, 'acme.research.system@2.1.0', RESEARCH_SYSTEM, BRIEF, {}, startNode),
      search('offline export', 'call_4f01a2', 4, 1_020),
      search('release policy', 'call_4f01a3', 3, 640),
      search('export flow picture', 'call_4f01a4', 2, 710),
      think(320, RESEARCH_THOUGHTS, [10, 26], 'untrusted'),
      accept(30, ['env-07', 'schema.request', ':1:9e02'], 'untrusted', {
        envelopeType: 'vendor.acme.brief.create',
        reason: 'needed for the outline',
      }),
      think(90, RESEARCH_SECOND_THOUGHTS, [16, 22], 'untrusted', callTool),
      accept(25, ['env-08', 'media.image', ':1:c4d1'], 'untrusted', picture),
      use(12, 2_904, 811, startNode),
      row(0, closeInvocation, { invocationId: 'inv-research-1', outcome: 'completed' }, startNode),
      until(7_600),
      done(0, { documents: 9, openQuestions: ['market', 'date'] }, 6_396, reasonAloud),
    ]),
    // The brief is written and accepted. 7.6 to 10.9 s.
    act('outline', 'acme.writer', [
      start(3, 'core.ai.structured'),
      prompt(0, 'acme.outline.system@1.0.3', OUTLINE_SYSTEM, `${BRIEF}\n\nNotes: ${RESEARCH_THOUGHTS}`, {
        trust: 'untrusted',
      }),
      stream(410, OUTLINE_TEXT, [12, 70], [1_402, 808], { trust: 'untrusted' }),
      use(5, 1_402, 808, composePrompt),
      accept(4, ['env-11', 'vendor.acme.brief.create', ':2:0b7d'], 'untrusted', {
        reasoning: 'The notes hold all but market and date.',
        text: OUTLINE_TEXT,
      }),
      artifact(0, ['art-brief-1', 'brief', 'Launch brief: offline export'], 'untrusted', ':2:0b7d'),
      until(10_900),
      done(0, { artifactId: 'art-brief-1' }, 3_297, startNode),
    ]),
    // A form at the third attempt, two questions, and the user who takes 1 minute 44 seconds. 10.9 s to 1 min 58.6 s.
    act('ask', 'acme.writer', [
      start(2, 'core.clarification'),
      prompt(0, 'acme.ask.system@1.2.0', ASK_SYSTEM, 'Missing: market, date.'),
      conclude(420, ASK_REASONING, 'untrusted'),
      // Three attempts at a surface: cut off, then with a component outside the catalogue, then accepted.
      use(820, 704, 512, composePrompt),
      row(1, truncateEnvelope, { ...MOCK_MINI, outputTokenCount: 512 }),
      retry(1, 2, ['truncation', 'finish_reason=length; tokens=512'], 'untrusted', ':2:77e0'),
      use(930, 704, 688, composePrompt),
      retry(
        4,
        3,
        ['schema-violation', '/surface/components/3 must match a component of the catalogue'],
        'untrusted',
        ':2:77e0',
      ),
      use(910, 771, 641, composePrompt),
      accept(3, ['env-15', 'ui.a2ui-surface', ':2:77e0'], 'untrusted', {
        catalogVersion: '0.9.1',
        surface,
        reasoning: ASK_REASONING,
      }),
      until(14_190),
      row(
        0,
        askPerson,
        { interruptId: INTERRUPT_ID, questions: QUESTIONS, contextType: 'launch-brief', trust: 'untrusted' },
        ':3:31fa',
      ),
      until(118_610),
      row(
        0,
        answerPerson,
        { interruptId: INTERRUPT_ID, answers, answeredBy: 'principal:product-owner' },
        null,
      ),
      until(118_615),
      done(0, { answers }, 107_713),
    ]),
    // The search whose answer spoils the draft, and the decision that follows from it. 1 min 58.6 s to 1 min 59.9 s.
    act('plan', 'acme.planner', [
      until(118_618),
      start(0, 'core.agent'),
      until(118_640),
      // Nobody wrote down what led to this call: it is where the chain of the failure begins.
      call(
        0,
        ['docs.search', 'call_5a90c1'],
        { query: 'launch checklist', limit: 40 },
        libraryHits('launch checklist', 38, 0),
        1_231,
        null,
      ),
      until(119_880),
      conclude(0, PLAN_THOUGHTS, 'untrusted'),
      until(119_902),
      row(0, decideNext, { next: ['draft'], confidence: 0.82 }, callTool),
      until(119_903),
      done(0, { next: 'draft' }, 1_285),
    ]),
    // Three model calls of 4.4, 4.7 and 5.3 seconds, and no valid envelope.
    act(
      'draft',
      'acme.writer',
      [
        until(119_905),
        start(0, 'core.ai.structured'),
        until(119_910),
        prompt(0, 'acme.prd.system@3.0.1', DRAFT_SYSTEM, draftPrompt(), {
          variables: answers,
          trust: 'untrusted',
        }),
        until(120_500),
        stream(0, CUT_DRAFT, [70, 237], [3_180, 384], { finishReason: 'length', trust: 'untrusted' }),
        until(124_310),
        use(0, 3_180, 384, composePrompt),
        until(124_312),
        row(0, truncateEnvelope, { ...MOCK_MINI, outputTokenCount: 384 }),
        retry(1, 2, ['truncation', 'finish_reason=length; tokens=384'], 'untrusted', ':3:9c41'),
        until(125_000),
        stream(0, FENCED_DRAFT, [70, 166], [3_180, 536], { cause: composePrompt, trust: 'untrusted' }),
        until(129_004),
        use(0, 3_180, 536, composePrompt),
        until(129_006),
        row(0, recoverEnvelope, { path: 'markdown-fence', byteOffset: FENCED_DRAFT.indexOf('{') }),
        until(129_010),
        retry(0, 3, ['schema-violation', NO_TITLE], 'untrusted', ':3:9c41'),
        until(129_700),
        stream(0, LAST_DRAFT, [70, 201], [3_402, 529], { cause: composePrompt, trust: 'untrusted' }),
        until(134_349),
        use(0, 3_402, 529, composePrompt),
        until(134_352),
        row(
          0,
          exhaustRetries,
          {
            totalAttempts: SCHEMA_ROUNDS + 1,
            finalReason: 'schema-violation',
            finalError: NO_TITLE,
            trust: 'untrusted',
          },
          ':3:9c41',
        ),
        row(1, breachCap, { kind: 'schema', limit: SCHEMA_ROUNDS, trust: 'untrusted' }, ':3:9c41'),
        row(1, failNode, { error: ERROR, attempts: SCHEMA_ROUNDS + 1, trust: 'untrusted' }, ':3:9c41'),
        until(134_379),
      ],
      { cause: ['plan', decideNext] },
    ),
  ],
  end: { memoryId: 'mem_7d3b8bd5-9b0', memoryAfterMs: 0, failedNodeId: 'draft' },
};

function search(query: string, callId: string, found: number, tookMs: number) {
  const hits = libraryHits(query, found, found);
  return call(60, ['docs.search', callId], { query, limit: 10 }, hits, tookMs, composePrompt);
}

/** What the model writes each time: everything but the title. */
function draft(envelopeId: string, clock: string) {
  return envelopeOf(
    { type: TYPE, envelopeId, correlationId: 'prd-5f2c:draft:3:9c41', nodeId: 'draft' },
    {
      reasoning: 'The checklist leaves the title to the publishing desk.',
      audience: 'Teams that export before they travel',
      market: 'north',
      sections: SECTIONS.map(([heading, body]) => ({ heading, body })),
    },
    `2026-03-02T${clock}Z`,
    { contentTrust: 'untrusted' },
  );
}

function draftPrompt(): string {
  const { hits } = libraryHits('launch checklist', 38, 0);
  const quoted = hits.map(({ title, path, passage }) => `## ${title} (${path})\n${passage}`).join('\n\n');
  return `${BRIEF}\n\nPlan: ${PLAN_THOUGHTS}\n\n<UNTRUSTED source="docs.search">\n${quoted}\n</UNTRUSTED>`;
}
