import { accept, act, artifact, call, done, prompt, row, start, think, use, wait } from './rows.ts';
import { answerPerson, askPerson } from './steps/person-steps.ts';
import type { Story } from './story.ts';

const REQUEST = 'Plan two days with the whole team in May, somewhere that can be reached by train.';
const SYSTEM = 'Ask only for what cannot be looked up. Use clarification.request; at most two questions.';
const INTERRUPT_ID = '1d93b0c4f6aa4a0e9be7f20c51e3d810';
const ASKING =
  'May has four weeks and two holidays. The team sits in Zürich and Łódź. I need the week and whether rooms must be accessible.';
const CHOOSING =
  'Two places fit. The house by the lake is nine minutes from the station, the other one twenty-one. I propose the first.';
const PROPOSAL =
  '**House by the lake**, week 20. Nine minutes on foot from the station, step-free, with a kitchen.';
const QUESTIONS = [
  { id: 'week', question: 'Which week of May?', schema: { type: 'integer', minimum: 19, maximum: 22 } },
  { id: 'rooms', question: 'What must the rooms offer?' },
];
const answers = { week: '20', rooms: 'Step-free access and a kitchen. Quiet after ten — ganz wichtig.' };
const places = [
  {
    name: 'House by the lake',
    nearestStation: 'Seestation',
    minutesOnFoot: 9,
    stepFree: true,
    kitchen: true,
  },
  { name: 'Old school', nearestStation: 'Szkoła', minutesOnFoot: 21, stepFree: true, kitchen: true },
];

/** The request leaves two things open. The run asks twice, waits, and completes. */
export const clarificationStory: Story = {
  sampleId: 'clarification',
  title: 'A run asks two questions, waits eleven minutes for the user and continues',
  file: 'clarification.poll.json',
  shape: 'poll',
  run: {
    runId: 'offsite-2be7',
    workflowId: 'acme.offsite-plan',
    status: 'completed',
    inputs: { request: REQUEST, people: 14 },
  },
  tags: ['sample'],
  acts: [
    act('ask', 'acme.planner', [
      start(3, 'core.clarification'),
      prompt(0, 'acme.offsite.system@1.0.0', SYSTEM, REQUEST),
      think(260, ASKING, [16, 28]),
      use(4, 211, 88),
      row(
        3,
        askPerson,
        { interruptId: INTERRUPT_ID, questions: QUESTIONS, contextType: 'offsite', trust: 'trusted' },
        ':0:6f10',
      ),
      wait(668_200),
      row(0, answerPerson, { interruptId: INTERRUPT_ID, answers, answeredBy: 'principal:team-lead' }, null),
      done(2, { answers }, 668_900),
    ]),
    act('find', 'acme.planner', [
      start(2, 'core.agent'),
      call(
        15,
        ['places.search', 'call_2f6611'],
        { week: 20, people: 14, stepFree: true, kitchen: true },
        { total: 2, places },
        930,
      ),
      think(240, CHOOSING, [20, 25], 'untrusted'),
      done(2, { place: 'House by the lake' }),
    ]),
    act('propose', 'acme.writer', [
      start(2, 'core.ai.structured'),
      use(1_420, 502, 210),
      accept(2, ['env-3', 'vendor.acme.proposal.write', ':2:b3c8'], 'untrusted', { text: PROPOSAL }),
      artifact(
        0,
        ['art-offsite-1', 'proposal', 'Offsite in week 20 at the house by the lake'],
        'untrusted',
        ':2:b3c8',
      ),
      done(1, { artifactId: 'art-offsite-1' }),
    ]),
  ],
  end: { memoryId: 'mem_6cfa0b93-71d', memoryAfterMs: 9, outputs: { artifactId: 'art-offsite-1' } },
};
