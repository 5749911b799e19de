import type { Family, Shown } from '../story.ts';

/** The same families, each story made when it is first shown and kept: later showings cost what drawing costs. */
export function madeOnce(families: readonly Family[]): readonly Family[] {
  return families.map((family) => ({
    ...family,
    stories: family.stories.map((story) => ({ ...story, show: once(story.show) })),
  }));
}

function once(make: (key: string) => Shown): (key: string) => Shown {
  let made: Shown | null = null;
  return (key) => {
    made ??= make(key);
    return made;
  };
}

/** The whole thing that a story shows, as JSON text; null when it cannot be written. */
export function jsonTextOf(shown: Shown): string | null {
  try {
    return JSON.stringify(contentOf(shown)) ?? null;
  } catch {
    // Nesting that the writer of the engine cannot follow.
    return null;
  }
}

function contentOf(shown: Shown): unknown {
  switch (shown.kind) {
    case 'subject':
      return shown.document;
    case 'deltas':
      return shown.chain;
    case 'reasoning':
      return shown.moment;
  }
}
