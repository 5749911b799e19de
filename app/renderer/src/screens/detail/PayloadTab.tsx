import { PayloadTree } from '@openwop-inspector/renderers';
import type { EventRow, JsonNode } from '@openwop-inspector/run-log';
import { useMemo, useState } from 'react';
import { formatBytes, formatCount } from '../../model/format.ts';
import { useJsonNode } from '../../queries/session-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import styles from './PayloadTab.module.css';
import { eventSource } from './payload-source.ts';

type Scope = 'payload' | 'event';

const SCOPES = [
  { value: 'payload', label: 'Payload' },
  { value: 'event', label: 'Whole event' },
] as const;

export interface PayloadTabProps {
  readonly sessionId: string;
  readonly row: EventRow;
  readonly onShowBytes: (ordinal: number, offset: number) => void;
  /** Leaves out what the tab of its own has: scope and search field. */
  readonly lean?: boolean;
}

/** Container: the payload of one event as a tree. Older hosts write `data` for `payload`; then that is shown. */
export function PayloadTab({ sessionId, row, onShowBytes, lean = false }: PayloadTabProps) {
  const { ordinal, byteOffset } = row;
  const [scope, setScope] = useState<Scope>('payload');
  const source = useMemo(() => eventSource(sessionId, ordinal), [sessionId, ordinal]);
  const payload = useJsonNode(sessionId, ordinal, '/payload');
  const data = useJsonNode(sessionId, ordinal, '/data');
  const whole = useJsonNode(sessionId, ordinal, '');
  const named = payload.data ?? data.data ?? null;
  const known = payload.data !== undefined && data.data !== undefined;
  const root = scope === 'event' ? '' : (named?.pointer ?? '/payload');
  const shown = scope === 'event' ? (whole.data ?? null) : named;
  return (
    <section aria-label="Payload" className={styles.tab}>
      <header className={styles.header}>
        <h2 className={styles.heading}>
          {root === '' ? 'Event' : root === '/data' ? 'Payload (data)' : 'Payload'}
        </h2>
        {shown !== null && <span className={styles.place}>{placeWords(shown)}</span>}
        <span className={styles.tools}>
          {!lean && <Segmented label="Shown part" choices={SCOPES} value={scope} onChange={setScope} />}
          <Button small onPress={() => onShowBytes(ordinal, (shown?.byteOffset ?? byteOffset) - byteOffset)}>
            Raw bytes
          </Button>
        </span>
      </header>
      {known && scope === 'payload' && named === null ? (
        <p className={styles.words}>The host wrote no payload for this event.</p>
      ) : (
        known && (
          <div className={styles.tree}>
            <PayloadTree
              key={root}
              source={source}
              root={root}
              label={root === '' ? 'Event' : 'Payload'}
              lean={lean}
              onCopy={async (text) => (await copyText(text)).kind === 'copied'}
              onShowBytes={(node) => onShowBytes(ordinal, node.byteOffset - byteOffset)}
            />
          </div>
        )
      )}
    </section>
  );
}

function placeWords(node: JsonNode): string {
  return `${formatBytes(node.byteLength)} at byte ${formatCount(node.byteOffset)}`;
}
