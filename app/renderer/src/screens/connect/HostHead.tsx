import { VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { useHostChanges } from '../../queries/host-queries.ts';
import { wordsOf } from '../../state/hosts-actions.ts';
import { Failure } from '../../ui/Failure.tsx';
import styles from './Host.module.css';
import { RemoveHostDialog } from './RemoveHostDialog.tsx';
import { RenameForm } from './RenameForm.tsx';

type Doing = 'nothing' | 'renaming' | 'removing';

/** Container: which host this is; renaming and removing it. */
export function HostHead({ host }: { readonly host: SavedHost }) {
  const [doing, setDoing] = useState<Doing>('nothing');
  const [failure, setFailure] = useState<string | null>(null);
  const changes = useHostChanges();
  const [isTouched, setTouched] = useState(false);
  const stop = () => setDoing('nothing');
  const carryOut = async (change: Promise<unknown>) => {
    setFailure(null);
    stop();
    try {
      await change;
    } catch (reason) {
      setFailure(wordsOf(reason));
    }
  };
  return (
    <header
      className={classNames(
        layout.stack,
        layout.fixed,
        layout.breaks,
        layout.ruled,
        layout.chrome,
        styles.hostHead,
      )}
    >
      {doing === 'renaming' ? (
        <RenameForm
          name={host.name}
          onName={(name) => void carryOut(changes.save(host.baseUrl, name))}
          onCancel={stop}
        />
      ) : (
        <div className={classNames(layout.row, layout.wrap, styles.hostName)}>
          <h2>
            <VisibleText text={host.name} />
          </h2>
          <Button
            small
            look="quiet"
            autoFocus={isTouched}
            onPress={() => {
              setTouched(true);
              setDoing('renaming');
            }}
          >
            Rename
          </Button>
          <Button small look="quiet" onPress={() => setDoing('removing')}>
            Remove…
          </Button>
        </div>
      )}
      <code>
        <VisibleText text={host.baseUrl} />
      </code>
      {failure === null ? null : <Failure message={failure} />}
      {doing === 'removing' ? (
        <RemoveHostDialog
          host={host}
          onRemove={() => void carryOut(changes.remove(host.hostId))}
          onCancel={stop}
        />
      ) : null}
    </header>
  );
}
