import { useCallback, useMemo } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import type { ShowProps } from '../contract/renderer.ts';
import { PayloadTree } from '../payload/PayloadTree.tsx';
import styles from './raw.module.css';
import type { RawReading } from './raw-renderer.ts';
import { MOST_ROWS } from './rows-to-show.ts';

/** The value as a lazy tree, as tall as its outline. */
export function RawView({ view, subject }: ShowProps<RawReading>) {
  const services = useRenderServices();
  const source = useMemo(() => services.content.tree(subject), [services, subject]);
  const onCopy = useCallback(
    async (text: string) => {
      await services.copyText(text, 'JSON');
      return true;
    },
    [services],
  );
  const isSmall = view.rows < MOST_ROWS;
  // Rows of the outline, with the bars around them.
  const height = `calc(${view.rows} * var(--row) + 76px)`;
  return (
    <div className={styles.box} style={{ height }}>
      <PayloadTree source={source} root="" label="Raw JSON" onCopy={onCopy} lean={isSmall} />
    </div>
  );
}
