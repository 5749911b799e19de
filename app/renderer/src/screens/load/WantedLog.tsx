import type { MaskedText } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Icon, layout } from '@openwop-inspector/ui';
import { useQuery } from '@tanstack/react-query';
import { shell } from '../../shell/bridge.ts';
import { pickOne, type TakeFile, takeRecent } from '../../state/open-actions.ts';
import type { Session } from '../../state/sessions-store.ts';
import styles from './Load.module.css';

const NO_FILES = [] as const;

/** Container of a session file without a log: the required log, and the ways to open it. */
export function WantedLog({
  session,
  logName,
  onClose,
}: {
  readonly session: Session;
  readonly logName: MaskedText;
  readonly onClose: () => void;
}) {
  const recent = useQuery({
    queryKey: ['recent'],
    queryFn: () => shell().call('recent/list', null),
    staleTime: 0,
  });
  const sameName = (recent.data ?? NO_FILES).find(({ name }) => name === logName);
  const take: TakeFile = (file, reopen) => {
    void import('../../state/named-log.ts').then(({ openNamedLog }) => openNamedLog(session, file, reopen));
  };
  return (
    <div className={layout('fill scrolls')}>
      <section className={styles.box} aria-label="The log of this session" data-region="load">
        <h1 className={layout('row breaks big gap10')}>
          <Icon name="file" size={20} />
          <span>
            This session was saved from <VisibleText text={logName} />
          </span>
        </h1>
        <p className={layout('words breaks', styles.lead)}>
          The file holds the view, the filter and the notes, and not the log. Choose the log, and it opens
          where the session was left.
        </p>
        <div className={layout('flex wrap gap8')}>
          {sameName === undefined ? null : (
            <Button look="primary" icon="file" onPress={() => void takeRecent(sameName.recentId, take)}>
              Open the recent file of this name
            </Button>
          )}
          <Button
            look={sameName === undefined ? 'primary' : 'plain'}
            onPress={() => void pickOne('The log of the session', take)}
          >
            Choose the log
          </Button>
          <Button onPress={onClose}>Close this one</Button>
        </div>
      </section>
    </div>
  );
}
