import type { Page } from '@playwright/test';
import { type Moments, type Showing, showingOf, tasksWhile, type WindowTask } from './showing.ts';

/** One family of the gallery, measured. */
export interface FamilyTimes {
  readonly name: string;
  readonly stories: readonly StoryShowings[];
}

/** One story: its first showing with all that is loaded for it, the later ones, and beside each of these the floor. */
export interface StoryShowings {
  readonly address: string;
  readonly first: Showing;
  readonly later: readonly Showing[];
  /** `JSON.parse` of the same text, and the text in a `<pre>`. Empty when it has no text. */
  readonly floor: readonly Showing[];
}

/** What `galleryBench.families` of the page holds. */
interface FamilyNames {
  readonly name: string;
  readonly stories: readonly string[];
}

/** What `galleryBench.measure` answers. */
interface StoryMoments {
  readonly address: string;
  readonly bytes: number | null;
  readonly times: readonly Moments[];
  readonly floor: readonly Moments[];
}

/** Walks through all stories of the gallery; the page is at `measured.html`. */
export async function walkGallery(
  page: Page,
  rounds: number,
  say: (line: string) => void,
): Promise<readonly FamilyTimes[]> {
  const devTools = await page.context().newCDPSession(page);
  await page.waitForFunction('globalThis.galleryBench !== undefined');
  const families = await page.evaluate<readonly FamilyNames[]>('globalThis.galleryBench.families');
  const measured: FamilyTimes[] = [];
  for (const family of families) {
    say(`${family.name}: ${family.stories.length} stories`);
    const { result, tasks } = await tasksWhile(page, devTools, () => measureFamily(page, family, rounds));
    measured.push({ name: family.name, stories: result.map((story) => showingsOf(story, tasks)) });
  }
  return measured;
}

async function measureFamily(
  page: Page,
  { name, stories }: FamilyNames,
  rounds: number,
): Promise<readonly StoryMoments[]> {
  const told: StoryMoments[] = [];
  for (const story of stories) {
    const names = [name, story].map((word) => JSON.stringify(word)).join(', ');
    told.push(await page.evaluate<StoryMoments>(`globalThis.galleryBench.measure(${names}, ${rounds})`));
  }
  return told;
}

function showingsOf(
  { address, bytes, times, floor }: StoryMoments,
  tasks: readonly WindowTask[],
): StoryShowings {
  const showing = (moments: Moments) => showingOf({ name: address, bytes }, moments, tasks);
  const [first, ...later] = times.map(showing);
  if (first === undefined) throw new Error(`${address} was not shown`);
  return { address, first, later, floor: floor.map(showing) };
}
