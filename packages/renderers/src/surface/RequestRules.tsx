import { Clause } from '../clause/Clause.tsx';
import styles from './surface.module.css';

/** How a request is made of a surface, and where the protocol says less than one would like. */
export function RequestRules({ target }: { readonly target: 'resume' | 'exchange' }) {
  return (
    <details className={styles.fold}>
      <summary>How this request is made</summary>
      <ul className={styles.rules}>
        <li>
          A value goes out under the <code>id</code> of its field, in document order; <code>action</code>{' '}
          comes last, with the id of the pressed button <Cited clause="envelope 7.3" />
        </li>
        <li>
          Two fields with one id, or a field called <code>action</code>, would replace one value by another:
          then no button works <Cited clause="envelope 7.2" />
        </li>
        {target === 'resume' ? (
          <li>
            Target <code>resume</code>: the values become the <code>resumeValue</code> of the interrupt{' '}
            <Cited clause="envelope 7.3" />
          </li>
        ) : (
          <li>
            Target <code>exchange</code>: the values become a message of the conversation. The protocol names
            no request for it; this is the form a recorded host takes, as the content of a turn{' '}
            <Cited clause="envelope 7.3, run-events 2" />
          </li>
        )}
      </ul>
    </details>
  );
}

function Cited({ clause }: { readonly clause: string }) {
  return (
    <span className={styles.meta}>
      <Clause clause={clause} />
    </span>
  );
}
