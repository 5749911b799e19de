import type { EventDoc } from '../generator/event-doc.ts';
import { Prng } from '../generator/prng.ts';
import { Stage, type Story, type ToldRun } from '../stories/story.ts';

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

/** Tells a story. The same story gives the same events every time. `hour` shifts its start. */
export function tellStory(story: Story, hour: number): ToldStory {
  const stage = new Stage(DAY_MS + hour * HOUR_MS, Prng.named(SEED, story.sampleId));
  const startedAt = stage.clock.iso();
  const run = story.tell(stage);
  return { story, run, events: stage.events, startedAt, endedAt: stage.clock.iso() };
}
