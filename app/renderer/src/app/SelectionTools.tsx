import { Button } from '@openwop-inspector/ui';
import { commandKeys } from '../commands/key-caps.ts';
import { goToAcceptor } from '../state/bench-door.ts';
import { walkCausally } from '../state/walk-actions.ts';
import styles from './App.module.css';

/** What can be done with the selected thing, where a view has room to say so. */
export function SelectionTools({ sessionId }: { readonly sessionId: string }) {
  return (
    <div className={styles.tools}>
      <Button
        look="quiet"
        icon="arrowUp"
        keys={commandKeys('c')}
        onPress={() => void walkCausally(sessionId, 'cause')}
      >
        Cause
      </Button>
      <Button
        look="quiet"
        icon="arrowDown"
        keys={commandKeys('e')}
        onPress={() => void walkCausally(sessionId, 'effect')}
      >
        Effects
      </Button>
      <Button icon="repair" keys={commandKeys('a')} onPress={() => void goToAcceptor()}>
        Open in acceptor
      </Button>
    </div>
  );
}
