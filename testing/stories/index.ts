/** The sample runs as tables of steps, and the steps of which the generator of `bench` makes longer runs. */
import { blockedApprovalStory } from './blocked-approval-story.ts';
import { clarificationStory } from './clarification-story.ts';
import { failedDraftStory } from './failed-draft-story.ts';
import { fanOutStory } from './fan-out-story.ts';
import { mediaStory } from './media-story.ts';
import { repairedTicketStory } from './repaired-ticket-story.ts';
import { Prng } from './run/prng.ts';
import type { EventDoc } from './run/run-recorder.ts';
import { Play, type Story, type StoryRun } from './story.ts';
import { truncatedSummaryStory } from './truncated-summary-story.ts';

export { brokenRules } from './run/log-rules.ts';
export { Prng } from './run/prng.ts';
export {
  Clock,
  type ContentTrust,
  type EventDoc,
  type EventSink,
  RunRecorder,
  TERMINAL_TYPES,
} from './run/run-recorder.ts';
export {
  callTool,
  chainPhase,
  closeInvocation,
  decide,
  decideNext,
  dispatchChild,
  openInvocation,
  reasonAloud,
} from './steps/agent-steps.ts';
export {
  acceptEnvelope,
  breachCap,
  correlationId,
  exhaustRetries,
  recoverEnvelope,
  retryEnvelope,
  showSurface,
  truncateEnvelope,
} from './steps/envelope-steps.ts';
export { composePrompt, type ModelName, streamOutput, useProvider } from './steps/model-steps.ts';
export type { NodeScope } from './steps/node-scope.ts';
export { answerPerson, askPerson, decideApproval, requestApproval } from './steps/person-steps.ts';
export {
  appendLog,
  changeVariable,
  completeNode,
  completeRun,
  createArtifact,
  failNode,
  failRun,
  rememberRun,
  retryNode,
  startNode,
  startRun,
  writeChannel,
} from './steps/run-steps.ts';
export type { SampleShape } from './story.ts';

/** All stories in the order of the start screen. The first is the one that opens by default. */
export const STORIES: readonly Story[] = [
  failedDraftStory,
  repairedTicketStory,
  truncatedSummaryStory,
  blockedApprovalStory,
  fanOutStory,
  clarificationStory,
  mediaStory,
];

/** All stories happen on one invented day, each at its own hour. */
const DAY_MS = Date.UTC(2026, 2, 2, 9, 0, 0);
const HOUR_MS = 3_600_000;
const SEED = 7;

/** A played story: its events in order of time, over all runs, and what is known of its main run. */
export interface RecordedStory {
  readonly story: Story;
  readonly run: StoryRun;
  readonly events: readonly EventDoc[];
  readonly startedAt: string;
  readonly endedAt: string;
}

/** All samples as they ought to be, in display order. The same story gives the same events every time. */
export function tellAll(): readonly RecordedStory[] {
  return STORIES.map((story, hour) => {
    const play = new Play(story, DAY_MS + hour * HOUR_MS, Prng.named(SEED, story.sampleId));
    const startedAt = play.clock.iso();
    play.play();
    return { story, run: story.run, events: play.events, startedAt, endedAt: play.clock.iso() };
  });
}
