import { blockedApprovalStory } from './blocked-approval-story.ts';
import { clarificationStory } from './clarification-story.ts';
import { failedDraftStory } from './failed-draft-story.ts';
import { fanOutStory } from './fan-out-story.ts';
import { mediaStory } from './media-story.ts';
import { repairedTicketStory } from './repaired-ticket-story.ts';
import type { EventDoc } from './run/event-doc.ts';
import { Prng } from './run/prng.ts';
import { Stage, type Story, type ToldRun } from './story.ts';
import { truncatedSummaryStory } from './truncated-summary-story.ts';

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

/** A story once told: its events in order of time, over all runs, and what is known of its main run. */
export interface ToldStory {
  readonly story: Story;
  readonly run: ToldRun;
  readonly events: readonly EventDoc[];
  readonly startedAt: string;
  readonly endedAt: string;
}

/** All samples as they ought to be, in display order. The same story gives the same events every time. */
export function tellAll(): readonly ToldStory[] {
  return STORIES.map((story, hour) => tellStory(story, hour));
}

/** `hour` shifts the start. */
function tellStory(story: Story, hour: number): ToldStory {
  const stage = new Stage(DAY_MS + hour * HOUR_MS, Prng.named(SEED, story.sampleId));
  const startedAt = stage.clock.iso();
  const run = story.tell(stage);
  return { story, run, events: stage.events, startedAt, endedAt: stage.clock.iso() };
}
