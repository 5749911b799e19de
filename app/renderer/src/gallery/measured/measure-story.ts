import { type Drawn, frames, timeToDrawn } from './time-to-drawn.ts';

/** Measurements of one story. The first of `times` is the first display, including everything loaded for it. */
export interface StoryTimes {
  readonly address: string;
  /** Size of its JSON text in UTF-8 bytes; null when it cannot be serialized. */
  readonly bytes: number | null;
  readonly times: readonly StoryTime[];
  /** `JSON.parse` of the same text, and the text in a <pre>; empty without a text. */
  readonly floor: readonly Drawn[];
}

/** `leftMs`: when the next story was rendered; includes late work and unmounting. */
export interface StoryTime extends Drawn {
  readonly leftMs: number;
}

/** Story displayed between two others: nearly empty, so that each is measured alone. */
export const blankAddress = 'blank/blank';

/** Frames in which a story may continue working before it is unmounted. */
const lateFrames = 4;

/** Displays a story `rounds` times after a first one, and measures the floor of its text each time. */
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

/** The story is the current one, no part of it is busy, and its frame, if any, has reported its height. */
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

/** Height of a frame that has not yet reported that of its surface. */
const heightBefore = '96px';

/** Minimum work to display a payload: parse it, and put its text on the page. */
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
