import { countOf } from '@openwop-inspector/base';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { EmptyState, Icon, layout, VirtualRows } from '@openwop-inspector/ui';
import styles from './Hosts.module.css';

export interface HostListProps {
  readonly hosts: readonly SavedHost[];
  readonly inSight: SavedHost | null;
  readonly onShow: (hostId: string) => void;
}

/** Height of two lines per host, in CSS pixels. */
const ROW_HEIGHT = 46;

/** View: saved hosts, one of them displayed. Arrows move and display. */
export function HostList({ hosts, inSight, onShow }: HostListProps) {
  const active = hosts.findIndex(({ hostId }) => hostId === inSight?.hostId);
  if (hosts.length === 0) return <EmptyState title="No saved host has this in its name or address." />;
  return (
    <div className={styles.list}>
      <VirtualRows
        label="Saved hosts"
        count={hosts.length}
        rowHeight={ROW_HEIGHT}
        activeIndex={active < 0 ? null : active}
        renderRow={(index) => <HostRow host={hosts[index]} />}
        onMove={(index) => {
          const host = hosts[index];
          if (host !== undefined) onShow(host.hostId);
        }}
      />
    </div>
  );
}

const tokenWord = ({ token }: SavedHost): string => (token.kept === 'none' ? 'no token' : 'token kept');
const runsWord = ({ recentRuns }: SavedHost): string =>
  recentRuns.length === 0 ? 'no run yet' : countOf(recentRuns.length, 'run');

function HostRow({ host }: { readonly host: SavedHost | undefined }) {
  if (host === undefined) return null;
  return (
    <div
      className={layout('grid full ruled', styles.hostRow)}
      title={`${displayText(host.name)}\n${displayText(host.baseUrl)}`}
    >
      <b className={layout.clip}>
        <VisibleText text={host.name} />
      </b>
      <span className={layout('inlineRow caption gap4', styles.fact)}>{runsWord(host)}</span>
      <code className={layout.clip}>
        <VisibleText text={host.baseUrl} />
      </code>
      <span className={layout('inlineRow caption gap4', styles.fact)}>
        <Icon name={host.token.kept === 'none' ? 'unknown' : 'authorization'} size={12} /> {tokenWord(host)}
      </span>
    </div>
  );
}
