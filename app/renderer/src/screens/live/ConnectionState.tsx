import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, Icon, layout, tones } from '@openwop-inspector/ui';
import { hostWords } from '../../model/connection-words.ts';
import { stateWords } from '../../model/live-words.ts';
import { useLive } from '../../state/live-store.ts';
import { liveIcon } from '../../ui/live-form.ts';
import styles from './Live.module.css';

/** Container: one or two words on how the connection stands, and with whom; what its run does is said elsewhere. */
export function ConnectionState({ sessionId }: { readonly sessionId: string }) {
  const live = useLive(sessionId, (entry) => entry.live);
  const state = useLive(sessionId, ({ status }) => status.state) ?? 'ended';
  const end = useLive(sessionId, ({ status }) => status.end);
  const lastError = useLive(sessionId, ({ status }) => status.lastError);
  const { title, tone } = stateWords({ state, end, lastError });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label="Connection"
      className={classNames(layout.column, layout.fixed, styles.connection)}
    >
      <b>
        <Icon name={liveIcon({ state, end })} className={classNames(tones[tone])} /> {title}
      </b>
      {live === null ? null : (
        <span>
          <VisibleText text={hostWords(live)} />
        </span>
      )}
    </div>
  );
}
