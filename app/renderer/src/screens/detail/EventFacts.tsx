import { formatSinceStart, type MaskedText } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EventRow, TrustAnswer } from '@openwop-inspector/run-log';
import { Badge, Button, CopyButton, Icon, layout, tones } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { SEVERITY_FORM } from '../../ui/severity-form.ts';
import { UntrustedBadge } from '../../ui/UntrustedBadge.tsx';
import styles from './EventFacts.module.css';

export interface EventFactsProps {
  readonly row: EventRow;
  /** Null until known. */
  readonly trust: TrustAnswer | null;
  readonly onJump: (ordinal: number) => void;
  /** Start of the run, epoch ms. */
  readonly startMs: number | null;
  /** Opens the acceptor on the envelope of the event. */
  readonly onAcceptor: () => void;
}

/** Facts about the event: type, run, node, time, trust, ids. */
export function EventFacts({ row, trust, startMs, onJump, onAcceptor }: EventFactsProps) {
  const isUntrusted = row.contentTrust === 'untrusted' || trust?.level === 'untrusted';
  return (
    <section aria-label="Facts" className={layout('grid ruled gap4', styles.facts)}>
      <h2 className={layout('row wrap strong gap8', tones[row.tone])}>
        <Icon name={eventGlyph(row.type)} size={16} />
        <code className={layout('ellipsis', styles.type)}>
          <VisibleText text={row.type} />
        </code>
        {row.problem !== null && (
          <Badge tone={row.problem}>{SEVERITY_FORM[row.problem].word} in the log</Badge>
        )}
        {isUntrusted && <UntrustedBadge source={trust?.source ?? row.taintFrom} onJump={onJump} />}
        {concernsEnvelope(row) && (
          <Button small icon="repair" onPress={onAcceptor} keys={keysOf('acceptor')}>
            Acceptor
          </Button>
        )}
      </h2>
      {row.summary !== '' && (
        <p className={layout('words breaks', styles.summary)}>
          <VisibleText text={row.summary} />
        </p>
      )}
      <dl className={layout('flex wrap narrow', styles.list)}>
        <Fact name="time">{timeText(row, startMs)}</Fact>
        {row.nodeId !== null && (
          <Fact name="node">
            <code>
              <VisibleText text={row.nodeId} />
            </code>
          </Fact>
        )}
        <Fact name="trust">{trustText(row.contentTrust, trust)}</Fact>
        <Identifier name="runId" id={row.runId} />
        <Identifier name="eventId" id={row.eventId} remark={row.eventIdDerived ? 'derived' : null} />
        {row.causationId !== null && <Identifier name="causationId" id={row.causationId} />}
      </dl>
    </section>
  );
}

/** True for events that the acceptor can examine; the key works for all that belong to an envelope. */
function concernsEnvelope({ type, tone }: EventRow): boolean {
  return tone === 'failed' || /^(envelope\.|clarification\.|cap\.breached|ui\.a2ui)/.test(type);
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={layout('row narrow gap6', styles.fact)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface IdentifierProps {
  readonly name: string;
  readonly id: MaskedText;
  readonly remark?: string | null;
}

function Identifier({ name, id, remark = null }: IdentifierProps) {
  return (
    <Fact name={name}>
      <code className={layout('clip', styles.id)} title={id}>
        <VisibleText text={id} />
      </code>
      {remark !== null && <span className={layout.caption}>{remark}</span>}
      <CopyButton label={`Copy ${name}`} text={id} iconOnly small />
    </Fact>
  );
}

function timeText(row: EventRow, startMs: number | null): string {
  if (row.timestamp === null) return 'none recorded';
  if (row.timeMs === null) return `${row.timestamp}, cannot be read as a time`;
  const since = startMs === null ? '' : `${formatSinceStart(row.timeMs - startMs)}, `;
  return `${since}${row.timestamp}`;
}

function trustText(stated: EventRow['contentTrust'], trust: TrustAnswer | null): string {
  if (stated !== null) return stated;
  return trust?.level === 'untrusted' ? VIA_WORDS[trust.via ?? 'own'] : 'not stated, read as trusted';
}

const VIA_WORDS = {
  own: 'not stated, untrusted by its kind',
  cause: 'not stated, untrusted by its causes',
  node: 'not stated, untrusted by what its node was given',
} as const;
