import { formatCount } from '@openwop-inspector/base';
import { Icon, layout } from '@openwop-inspector/ui';
import { useOpenInterrupts } from '../../queries/action-queries.ts';
import styles from './Live.module.css';

/** Container: the tab's name includes open interrupts. */
export function LiveTabLabel({ sessionId }: { readonly sessionId: string }) {
  const open = useOpenInterrupts(sessionId).interrupts.length;
  if (open === 0) return 'Connection';
  return (
    <span className={layout('inlineRow nowrap gap5', styles.tabLabel)}>
      <Icon name="waiting" /> {open === 1 ? 'Open interrupt' : `${formatCount(open)} open interrupts`}
    </span>
  );
}
