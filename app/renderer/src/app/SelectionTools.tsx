import { Button, classNames, layout } from '@openwop-inspector/ui';
import { keysOf } from '../commands/commands.ts';
import { goToAcceptor } from '../state/open-acceptor.ts';
import { walkCausally } from '../state/walk-actions.ts';
import styles from './App.module.css';

/** What can be done with the selected thing, where a view has room to say so. */
export function SelectionTools({ sessionId }: { readonly sessionId: string }) {
  return (
    <div className={classNames(layout.row, layout.fixed, layout.toEnd, layout.gap4, styles.tools)}>
      <Button
        look="quiet"
        icon="arrowUp"
        keys={keysOf('cause')}
        onPress={() => void walkCausally(sessionId, 'cause')}
      >
        Cause
      </Button>
      <Button
        look="quiet"
        icon="arrowDown"
        keys={keysOf('effect')}
        onPress={() => void walkCausally(sessionId, 'effect')}
      >
        Effects
      </Button>
      <Button icon="repair" keys={keysOf('acceptor')} onPress={() => void goToAcceptor()}>
        Open in acceptor
      </Button>
    </div>
  );
}
