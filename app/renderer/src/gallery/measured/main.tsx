/**
 * The gallery for `npm run bench -- render`: stories are created once and cached, a blank one is shown between them,
 * and the page measures itself. The runner calls `galleryBench`.
 */
import { unreachable } from '@openwop-inspector/base';
import { createRoot } from 'react-dom/client';
import '@openwop-inspector/ui/base.css';
import '@openwop-inspector/ui/tokens.css';
import { Gallery } from '../Gallery.tsx';
import { families } from '../gallery-place.ts';
import { eventStories, type Family, type Shown } from '../story.ts';
import { blankAddress, measureStory } from './measure-story.ts';

const [blankFamily = '', blankStory = ''] = blankAddress.split('/');
const blank: Family = {
  name: blankFamily,
  title: 'Blank',
  stories: [eventStories({ type: 'run.started' })(blankStory, 'Nearly nothing', () => ({}))],
};
const held = madeOnce([...families, blank]);

const galleryBench = {
  families: held
    .filter((family) => family.name !== blankFamily)
    .map(({ name, title, stories }) => ({ name, title, stories: stories.map((story) => story.name) })),
  measure(family: string, story: string, rounds: number) {
    const address = `${family}/${story}`;
    const found = held.find(({ name }) => name === family)?.stories.find(({ name }) => name === story);
    return measureStory(address, found === undefined ? null : jsonTextOf(found.show(address)), rounds);
  },
};
Object.assign(globalThis, { galleryBench });

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Gallery families={held} />);

/** The same families, each story created on first display and cached: later displays measure rendering alone. */
function madeOnce(families: readonly Family[]): readonly Family[] {
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

/** The complete value that a story shows, as JSON text; null when it cannot be serialized. */
function jsonTextOf(shown: Shown): string | null {
  try {
    return JSON.stringify(contentOf(shown)) ?? null;
  } catch {
    // Nesting too deep for the engine's serializer.
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
    case 'element':
      return undefined; // a primitive has no document
    default:
      return unreachable(shown);
  }
}
