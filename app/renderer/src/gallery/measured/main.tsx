/**
 * The gallery for `npm run bench -- render`: stories are made once and kept, a blank one lies between them, and the
 * page times itself. What runs it calls `galleryBench`.
 */
import { createRoot } from 'react-dom/client';
import '@openwop-inspector/ui/base.css';
import '@openwop-inspector/ui/tokens.css';
import { families } from '../families.ts';
import { Gallery } from '../Gallery.tsx';
import { eventStory, type Family } from '../story.ts';
import { jsonTextOf, madeOnce } from './made-once.ts';
import { blankAddress, measureStory } from './measure-story.ts';

const [blankFamily = '', blankStory = ''] = blankAddress.split('/');
const blank: Family = {
  name: blankFamily,
  title: 'Blank',
  stories: [eventStory(blankStory, 'Nearly nothing', () => ({ type: 'run.started', payload: {} }))],
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
