import { LiveRegion, layout, listMoveOf, Segmented, stepOf } from '@openwop-inspector/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { adjacentItem, type GalleryItem, galleryItems, itemAt } from './gallery-place.ts';
import { Stage } from './Stage.tsx';
import type { Family } from './story.ts';

/** Every renderer in every state: the list on the left, the selected one on the right. */
export function Gallery({ families }: { readonly families: readonly Family[] }) {
  const items = useMemo(() => galleryItems(families), [families]);
  const item = useGalleryPlace(items);
  const [report, setReport] = useState('');
  return (
    <div className={layout('column full')}>
      <header className={layout('row fixed chrome gap12 ruled barHigh pad0x16')}>
        <h1 className={layout.title}>Gallery of renderers</h1>
        <span className={layout.caption}>j and k go on and back</span>
        <span className={layout.flexes} />
        <ThemeChoice />
      </header>
      <div className={layout('flex fill')}>
        <GalleryList families={families} address={item?.address ?? ''} />
        <main
          className={layout('grow scrolls pad16')}
          aria-label={item === undefined ? 'Nothing chosen' : `${item.family.title}: ${item.story.title}`}
        >
          {item === undefined ? null : <Stage key={item.address} item={item} onTell={setReport} />}
        </main>
      </div>
      <p className={layout('clip fixed aside chrome topRuled statusHigh pad4x12')} role="status">
        {report}
      </p>
      <LiveRegion />
    </div>
  );
}

type Theme = 'system' | 'light' | 'dark';

const choices = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Sets the theme on the root element, as the window does. It is not saved. */
function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
  return <Segmented label="Theme" choices={choices} value={theme} onChange={setTheme} />;
}

/** The story of the current address, and navigation to others: the address itself, the list, `j` and `k`. */
function useGalleryPlace(items: readonly GalleryItem[]): GalleryItem | undefined {
  const [hash, setHash] = useState(() => location.hash);
  const item = itemAt(items, hash);

  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  useEffect(() => {
    const walk = (event: KeyboardEvent) => {
      const steps = event.key.length === 1 ? stepOf(listMoveOf(event.key)) : 0;
      if (steps === 0 || item === undefined || isForTheStory(event)) return;
      const next = adjacentItem(items, item, steps);
      if (next !== undefined) location.hash = next.address;
    };
    addEventListener('keydown', walk);
    return () => removeEventListener('keydown', walk);
  }, [items, item]);

  return item;
}

/** Keys typed into a field, or with a modifier, are not ours. */
function isForTheStory(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
}

interface GalleryListProps {
  readonly families: readonly Family[];
  /** Of the displayed story. */
  readonly address: string;
}

/** All stories by family, as links: the address of each can be bookmarked. */
function GalleryList({ families, address }: GalleryListProps) {
  const current = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that is current is another one with each address
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [address]);
  return (
    <nav className={layout('fixed scrolls chrome endRuled wide240 pad8x0x16')} aria-label="Stories">
      {families.map((family) => (
        // biome-ignore lint/a11y/useSemanticElements: a section with a name would be a landmark, and they are many
        <div key={family.name} role="group" aria-labelledby={`family-${family.name}`}>
          <h2 className={layout('caption chrome groupHeading')} id={`family-${family.name}`}>
            {family.title}
          </h2>
          <ul>
            {family.stories.map((story) => {
              const own = `${family.name}/${story.name}`;
              const isCurrent = own === address;
              return (
                <li key={story.name}>
                  <a
                    className={layout(
                      'block primary focusInside pad4x16 groupLink',
                      isCurrent ? layout('bold currentLink') : layout.hovers,
                    )}
                    href={`#${own}`}
                    aria-current={isCurrent ? 'true' : undefined}
                    ref={isCurrent ? current : undefined}
                  >
                    {story.title}
                  </a>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
