import { Icon, layout } from '@openwop-inspector/ui';
import styles from './Actions.module.css';

export interface NotAdvertisedProps {
  /** Name of the capability. */
  readonly of: string;
  readonly advertised: 'yes' | 'no' | 'not advertised';
}

/** The host's declaration of a capability, unless it is "yes". It hides nothing (bundles-and-transport.md 5.2). */
export function NotAdvertised({ of, advertised }: NotAdvertisedProps) {
  if (advertised === 'yes') return null;
  return (
    <p className={layout('rowTop breaks gap6', styles.hint)}>
      <Icon name="note" />
      <span>
        {advertised === 'no' ? (
          <>
            The host says that it has no <code>{of}</code>. It may refuse.
          </>
        ) : (
          <>
            <code>{of}</code> is not advertised by this host. It may work all the same.
          </>
        )}
      </span>
    </p>
  );
}
