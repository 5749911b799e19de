import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import styles from './Connect.module.css';

/** View: what this screen is for, and the way out of it. */
export function ConnectHeader({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <header className={classNames(layout.bar, layout.wrap, styles.header)} data-region="bench">
      <h1 className={classNames(layout.row, layout.fixed, layout.title, layout.gap8)}>
        <Icon name="live" size={18} /> Live host
      </h1>
      <p className={classNames(layout.words, layout.narrow, styles.about)}>
        Follow a run while it happens. Requests go from the shell to the host you name, and nowhere else.
      </p>
      <Button onPress={onLeave} keys={keysOf('leave-hosts')}>
        Close
      </Button>
    </header>
  );
}
