import { type Drawn, frames, timeToDrawn } from './time-to-drawn.ts';

/** What was measured of one story. The first of `times` is the first showing, with all that is loaded for it. */
export interface StoryTimes {
  readonly address: string;
  /** Bytes of its JSON text in UTF-8; null when it cannot be written. */
  readonly bytes: number | null;
  readonly times: readonly StoryTime[];
  /** `JSON.parse` of the same text, and the text in a <pre>; empty without a text. */
  readonly floor: readonly Drawn[];
}

/** `leftMs`: when the story after it was drawn. Late work and taking it away lie before. */
export interface StoryTime extends Drawn {
  readonly leftMs: number;
}

/** What lies between two stories: nearly nothing, so that each pays for itself alone. */
export const blankAddress = 'blank/blank';

/** Frames in which a story may go on working before it is left. */
const lateFrames = 4;

/** Shows a story `rounds` times after a first one, and beside each time the floor of its text. */
export async function measureStory(
  address: string,
  text: string | null,
  rounds: number,
): Promise<StoryTimes> {
  const times: StoryTime[] = [];
  const floor: Drawn[] = [];
  await show(blankAddress);
  for (let round = 0; round <= rounds; round += 1) {
    const drawn = await show(address);
    await frames(lateFrames);
    const left = await show(blankAddress);
    times.push({ ...drawn, leftMs: left.drawnMs });
    if (text !== null && round > 0) floor.push(await showText(text));
  }
  return { address, bytes: text === null ? null : new TextEncoder().encode(text).length, times, floor };
}

function show(address: string): Promise<Drawn> {
  return timeToDrawn(
    () => {
      location.hash = address;
    },
    () => isDrawn(address),
  );
}

/** The story is the current one, nothing of it says that it is busy, and its frame, if any, has reported its height. */
function isDrawn(address: string): boolean {
  const current = document.querySelector('nav [aria-current="true"]');
  const main = document.querySelector('main');
  if (main === null || current?.getAttribute('href') !== `#${address}`) return false;
  if (main.querySelector('article, section, [role="region"], [role="group"], table, dl') === null)
    return false;
  if (main.querySelector('[aria-busy="true"]') !== null) return false;
  const frame = main.querySelector('iframe');
  return frame === null || frame.style.height !== heightBefore;
}

/** Of a frame that has not yet said how tall its surface is. */
const heightBefore = '96px';

/** The least that shows a payload: read it, and put its text where it can be seen. */
async function showText(text: string): Promise<Drawn> {
  const pre = document.createElement('pre');
  const place = document.querySelector('main') ?? document.body;
  const drawn = await timeToDrawn(
    () => {
      JSON.parse(text);
      pre.textContent = text;
      place.append(pre);
    },
    () => true,
  );
  pre.remove();
  await frames(1);
  return drawn;
}
