import type { Excerpt, PlacedViolation } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { layout } from '@openwop-inspector/ui';
import styles from './Outcome.module.css';

/** Maximum numbers of listed violations and of known names. */
const LISTED = 50;
const KNOWN = 20;

/** View: violations in the form of compiler errors: position, rule, the text with a mark, the likely intended name. */
export function Violations({ violations }: { readonly violations: readonly PlacedViolation[] }) {
  if (violations.length === 0) return null;
  const left = violations.length - LISTED;
  return (
    <section className={styles.section} aria-label="Violations">
      <header className={layout('row wrap', styles.head)}>
        <h3>{countOf(violations.length, 'violation')}</h3>
        <span className={layout('caption breaks')}>line:column, in the order of the text</span>
      </header>
      <ol className={styles.violations}>
        {violations.slice(0, LISTED).map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a violation is its place in the text
          <Violation key={at} violation={one} />
        ))}
      </ol>
      {left > 0 ? <p className={layout.aside}>and {countOf(left, 'violation')} more</p> : null}
    </section>
  );
}

function Violation({ violation }: { readonly violation: PlacedViolation }) {
  const { line, column, pointer, message, meant, known, excerpt } = violation;
  const left = known.length - KNOWN;
  return (
    <li>
      <p className={layout.breaks}>
        <b className={layout.tabular}>
          {line}:{column}
        </b>{' '}
        <code>
          <VisibleText text={pointer === '' ? '(the envelope)' : pointer} />
        </code>{' '}
        <VisibleText text={message} />
      </p>
      {excerpt === null ? null : <Marked excerpt={excerpt} />}
      {meant.length === 0 ? null : (
        <p>
          Did you mean{' '}
          {meant.map((name, at) => (
            <span key={name}>
              {at === 0 ? '' : ' or '}
              <code>
                <VisibleText text={name} />
              </code>
            </span>
          ))}
          ?
        </p>
      )}
      {known.length === 0 ? null : (
        <p className={layout('second breaks')}>
          Known: <VisibleText text={known.slice(0, KNOWN).join(', ')} />
          {left > 0 ? ` and ${left} more` : ''}
        </p>
      )}
    </li>
  );
}

/** The text of the line; the violating part is marked by an underline and a colour. */
function Marked({ excerpt: { text, from, to } }: { readonly excerpt: Excerpt }) {
  return (
    <pre className={layout('code', styles.excerpt)}>
      <VisibleText text={text.slice(0, from)} />
      <mark>
        <VisibleText text={text.slice(from, Math.max(to, from + 1))} />
      </mark>
      <VisibleText text={text.slice(Math.max(to, from + 1))} />
    </pre>
  );
}
