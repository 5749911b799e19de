import { layout } from '@openwop-inspector/ui';
import { useEffect, useRef } from 'react';
import styles from './Gallery.module.css';
import type { Family } from './story.ts';

export interface GalleryListProps {
  readonly families: readonly Family[];
  /** Of the displayed story. */
  readonly address: string;
}

/** All stories by family, as links: the address of each can be bookmarked. */
export function GalleryList({ families, address }: GalleryListProps) {
  const current = useRef<HTMLAnchorElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link that is current is another one with each address
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [address]);
  return (
    <nav className={styles.list} aria-label="Stories">
      {families.map((family) => (
        // biome-ignore lint/a11y/useSemanticElements: a section with a name would be a landmark, and they are many
        <div key={family.name} role="group" aria-labelledby={`family-${family.name}`}>
          <h2 className={layout('caption chrome', styles.family)} id={`family-${family.name}`}>
            {family.title}
          </h2>
          <ul>
            {family.stories.map((story) => {
              const own = `${family.name}/${story.name}`;
              const isCurrent = own === address;
              return (
                <li key={story.name}>
                  <a
                    className={styles.link}
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
