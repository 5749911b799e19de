import { layout } from '@openwop-inspector/ui';
import { useRenderServices } from '../contract/render-services.ts';
import type { TaintSource } from '../contract/render-subject.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './trust.module.css';

/** "from #1209 docs.search", as a button that goes there where that can be done. */
export function TaintSourceLink({ source }: { readonly source: TaintSource }) {
  const { jumpTo } = useRenderServices();
  const place = source.sequence === null ? source.type : `#${source.sequence}`;
  const words = (
    <>
      from <span className={layout.code}>{place}</span>
      {source.name === null ? null : (
        <>
          {' '}
          <VisibleText text={source.name} />
        </>
      )}
    </>
  );
  if (jumpTo === undefined) return <span>{words}</span>;
  return (
    <button type="button" className={styles.jump} onClick={() => jumpTo(source.ordinal)}>
      {words}
    </button>
  );
}
