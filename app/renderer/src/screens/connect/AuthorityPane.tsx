import { VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { useHostChanges } from '../../queries/host-queries.ts';
import { wordsOf } from '../../state/hosts-actions.ts';
import { useInfoStore } from '../../state/info-store.ts';
import { Failure } from '../../ui/Failure.tsx';
import styles from './Host.module.css';

/** Container: who may have signed the certificate of a host. Hosts that are reached by plain http have none. */
export function AuthorityPane({ host }: { readonly host: SavedHost }) {
  const canPick = useInfoStore((state) => state.canPick);
  const [failure, setFailure] = useState<string | null>(null);
  const changes = useHostChanges();
  if (!host.baseUrl.startsWith('https:')) return null;
  const set = async (choose: boolean) => {
    setFailure(null);
    try {
      setFailure(await changes.setAuthority(host.hostId, choose));
    } catch (reason) {
      setFailure(wordsOf(reason));
    }
  };
  return (
    <section
      className={classNames(layout.stack, layout.fixed, layout.ruled, layout.gap8, styles.group)}
      aria-label="Certificate authority"
    >
      <h3>Certificate authority</h3>
      <p className={classNames(layout.rowTop, layout.second, layout.gap8, layout.topIcon)} role="status">
        <Icon name="authorization" />
        <span>
          {host.authority === null ? (
            'The public authorities are trusted.'
          ) : (
            <>
              The public authorities are trusted, and those in <VisibleText text={host.authority} />.
            </>
          )}
        </span>
      </p>
      {canPick ? (
        <div className={classNames(layout.flex, layout.gap6)}>
          <Button small onPress={() => void set(true)}>
            Choose a file…
          </Button>
          {host.authority === null ? null : (
            <Button small onPress={() => void set(false)}>
              Forget the file
            </Button>
          )}
        </div>
      ) : (
        <p className={classNames(layout.rowTop, layout.second, layout.gap8, layout.topIcon)}>
          A private one is named at the start: openwop-inspector serve --ca FILE
        </p>
      )}
      {failure === null ? null : <Failure message={failure} />}
    </section>
  );
}
