import { countOf } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { dismissNews, undoRemoval } from '../../state/declaration-actions.ts';
import { useDeclarationNews } from '../../state/portability-store.ts';
import styles from './Portability.module.css';

/** Files that are named one by one; the others are counted. */
const NAMED = 100;

/** What became of the files that were given last: each that is no declaration, with why; and the way back from a removal. */
export function DeclarationNews() {
  const { added, junk, removed } = useDeclarationNews();
  if (added.length === 0 && junk.length === 0 && removed === null) return null;
  return (
    <section
      className={classNames(layout.stack, layout.gap4, layout.fixed, layout.ruled, styles.news)}
      aria-label="What became of the declarations"
    >
      <p className={classNames(layout.row, layout.wrap, layout.gap8)}>
        {removed === null ? (
          <span>
            {countOf(added.length, 'declaration')} added
            {junk.length === 0 ? '.' : `, ${countOf(junk.length, 'file')} left out:`}
          </span>
        ) : (
          <>
            <span>
              <VisibleText text={removed.host.name} /> was removed.
            </span>
            <Button small onPress={undoRemoval}>
              Undo
            </Button>
          </>
        )}
        <Button small look="quiet" onPress={dismissNews}>
          Dismiss
        </Button>
      </p>
      {junk.length === 0 ? null : (
        <ul className={classNames(layout.scrolls, styles.junk)} aria-label="Left out">
          {junk.slice(0, NAMED).map(({ file, why }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <li key={at}>
              <code>
                <VisibleText text={file} />
              </code>
              : {why}
            </li>
          ))}
          {junk.length > NAMED ? <li>and {countOf(junk.length - NAMED, 'file')} more</li> : null}
        </ul>
      )}
    </section>
  );
}
