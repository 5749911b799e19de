import type { PathKind } from '@openwop-inspector/run-log';
import { classNames, Kbd, layout } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import { useLogText } from '../../ui/use-log-text.ts';
import { PATH_FORMS } from './LanePath.tsx';
import styles from './Lanes.module.css';
import type { SpanForm } from './span-form.ts';

const FORMS: readonly (readonly [form: SpanForm, word: string])[] = [
  ['ran', 'ran'],
  ['waited', 'waited'],
  ['streamed', 'streamed'],
  ['modelCall', 'model call'],
  ['untrusted', 'untrusted result'],
  ['truncated', 'truncated'],
  ['schemaRetry', 'schema retry'],
  ['failed', 'failed'],
];

/** Kinds of interaction bars; the others are of runs alone. */
const OF_INTERACTIONS: ReadonlySet<SpanForm> = new Set(['ran', 'waited', 'failed']);

const PATH_LINES: readonly (readonly [kind: PathKind, word: string])[] = [
  ['working', 'critical path, working'],
  ['waitingForPeople', 'waiting'],
  ['queueing', 'queueing'],
];

/** Legend of the bars' patterns, of the critical path while it is rendered, and of the view's keys. */
export function LaneLegend({ path }: { readonly path: boolean }) {
  const isOfRuns = useLogText().run === 'run';
  const forms = isOfRuns ? FORMS : FORMS.filter(([form]) => OF_INTERACTIONS.has(form));
  return (
    <div className={layout('row aside wrap fixed nowrap', styles.legend)}>
      {forms.map(([form, word]) => (
        <span key={form} className={styles.legendItem}>
          <i className={layout('row nowrap meta primary gap4', styles.span, styles[form], styles.sample)} />
          {word}
        </span>
      ))}
      {(path ? PATH_LINES : []).map(([kind, word]) => (
        <span key={kind} className={styles.legendItem}>
          <svg width="22" height="11" aria-hidden="true">
            <path d="M0 6H22" className={classNames(styles.path, PATH_FORMS[kind])} />
          </svg>
          {word}
        </span>
      ))}
      <span className={layout('inlineRow gap5', styles.legendKeys, styles.keyHint)}>
        <Kbd keys={keysOf('zoom-time-out')} />
        <Kbd keys={keysOf('zoom-time-in')} /> zoom
      </span>
      <span className={classNames(styles.legendItem, styles.keyHint)}>
        <Kbd keys={keysOf('fold')} />
        <Kbd keys={keysOf('unfold')} /> fold lane
      </span>
    </div>
  );
}
