import {
  accept,
  act,
  artifact,
  done,
  envelopeOf,
  fenced,
  prompt,
  retry,
  row,
  start,
  stream,
  use,
} from './rows.ts';
import { truncateEnvelope } from './steps/envelope-steps.ts';
import { composePrompt } from './steps/model-steps.ts';
import { changeVariable, startNode } from './steps/run-steps.ts';
import { MOCK_MINI, type Story } from './story.ts';

const TYPE = 'vendor.acme.summary.write';
const FIRST_BUDGET = 256;
const SYSTEM =
  'Summarise minutes in at most six sentences. Answer with one vendor.acme.summary.write envelope.';
const MINUTES =
  'Minutes of the export round. Present: design, support, platform. The file comes first, the upload second. The north region is first. Support prepares answers for five questions. Platform measures how often an upload stalls, in Zürich and in Łódź. Design shows the bar again; it must not say 99 % while nothing moves. Next round in two weeks.';
const sentences: readonly string[] = [
  'The round decided that an export writes its file before the upload starts, so that a stalled upload no longer leaves people without a file.',
  'The north region gets the release first, one week before the second market.',
  'Support prepares answers for the five questions that people ask most about missing files.',
  'Platform measures in two offices how often an upload stalls and for how long, and brings the figures as fractions because there are few cases.',
  'Design changes the progress bar: while nothing moves it says what it waits for, and it never shows 99 % for minutes.',
  'Open until the next round: whether a run that is cancelled keeps the part of the file it has written.',
];
const ANSWER = fenced(
  envelopeOf(
    { type: TYPE, envelopeId: 'env-2', correlationId: 'summary-9d03:summarise:0:e771' },
    { sentences },
    '2026-03-02T11:00:00.071Z',
    { rendering: { display: 'markdown', title: 'Summary' } },
  ),
);
const CUT = ANSWER.slice(0, Math.floor(ANSWER.length * 0.7));

/** A streamed answer is cut off at its token limit; the retry gets twice the budget and finishes. */
export const truncatedSummaryStory: Story = {
  sampleId: 'truncated-summary',
  title: 'An answer is cut off at its token limit and finished with twice the budget',
  file: 'truncated-summary.sse',
  shape: 'sse',
  run: {
    runId: 'summary-9d03',
    workflowId: 'acme.minutes-summary',
    status: 'completed',
    inputs: { documentId: 'minutes-14' },
  },
  tags: ['sample'],
  acts: [
    act('load', 'acme.clerk', [
      start(4, 'core.input'),
      row(60, changeVariable, { name: 'minutes', previous: null, next: MINUTES }, null),
      done(2, { text: MINUTES }, 62, startNode),
    ]),
    act('summarise', 'acme.writer', [
      start(2, 'core.ai.structured'),
      prompt(2, 'acme.summary.system@2.0.0', SYSTEM, MINUTES),
      stream(330, CUT, [22, 41], [233, FIRST_BUDGET], { finishReason: 'length' }),
      use(3, 233, FIRST_BUDGET, composePrompt),
      row(1, truncateEnvelope, { ...MOCK_MINI, outputTokenCount: FIRST_BUDGET }),
      retry(1, 2, ['truncation', `finish_reason=length; tokens=${FIRST_BUDGET}`], 'trusted', ':0:e771'),
      stream(330, ANSWER, [22, 41], [233, 364], { cause: composePrompt }),
      use(3, 233, 364, composePrompt),
      accept(2, ['env-2', TYPE, ':0:e771'], 'trusted', { sentences }),
      done(1, { sentences: sentences.length }),
    ]),
    act('deliver', 'acme.clerk', [
      start(2, 'core.deliver'),
      artifact(
        20,
        ['art-sum-14', 'summary', 'Minutes of the export round in six sentences'],
        undefined,
        'act',
      ),
      done(1, { artifactId: 'art-sum-14' }),
    ]),
  ],
  end: { memoryId: 'mem_02f7bd11-0c4', memoryAfterMs: 11, outputs: { artifactId: 'art-sum-14' } },
};
