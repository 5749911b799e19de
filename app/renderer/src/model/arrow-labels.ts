/** Positions of the labels of causal arrows: next to their line, inside the track, never overlapping. */

/** The preferred position of a label: its anchor, and whether it is left or right of it. */
export interface LabelWish {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly prefers: 'left' | 'right';
}

export interface PlacedLabel {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** Height of a label, px. */
export const LABEL_HEIGHT = 16;
const CHARACTER = 5.6;
const PADDING = 14;
const GAP = 8;

/** Estimated width of a label's text with its padding, px. */
export function labelWidth(text: string): number {
  return Math.ceil(text.length * CHARACTER + PADDING);
}

/** Labels that could be placed, in order of importance as given; the others are omitted. */
export function placedLabels(wishes: readonly LabelWish[], widthPx: number): readonly PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  for (const wish of wishes) {
    const width = labelWidth(wish.text);
    const right = wish.x + GAP;
    const left = wish.x - GAP - width;
    const sides = wish.prefers === 'right' ? [right, left] : [left, right];
    const tops = [wish.y - LABEL_HEIGHT / 2, wish.y - 26, wish.y + 10];
    const spot = tops
      .flatMap((top) => sides.map((x) => ({ text: wish.text, left: x, top, width })))
      .find(
        (label) =>
          label.left >= 0 && label.left + width <= widthPx && placed.every((each) => !overlap(each, label)),
      );
    if (spot !== undefined) placed.push(spot);
  }
  return placed;
}

function overlap(a: PlacedLabel, b: PlacedLabel): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + LABEL_HEIGHT &&
    b.top < a.top + LABEL_HEIGHT
  );
}
