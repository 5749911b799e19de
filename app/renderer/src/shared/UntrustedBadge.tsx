import { Badge, Button, layout } from '@openwop-inspector/ui';

/** An event that brought untrusted content, as a label names it. */
export interface BadgeSource {
  readonly ordinal: number;
  readonly sequence: number | null;
  /** The tool, the peer or the node; absent in rows. */
  readonly name?: string | null;
}

export interface UntrustedBadgeProps {
  /** Null when the content came in here, or that is unknown. */
  readonly source: BadgeSource | null;
  /** Goes to the source; without it the place is only named. */
  readonly onJump?: (ordinal: number) => void;
}

/** "Untrusted, from #1209": icon, word and dashed edge, never the colour alone. */
export function UntrustedBadge({ source, onJump }: UntrustedBadgeProps) {
  const from = layout('ellipsis meta untrustedText short');
  return (
    <span className={layout('inlineRow narrow nowrap gap6')}>
      <Badge tone="untrusted">Untrusted</Badge>{' '}
      {source === null ? null : onJump === undefined ? (
        <span className={from}>{fromText(source)}</span>
      ) : (
        <Button look="link" className={from} onPress={() => onJump(source.ordinal)}>
          {fromText(source)}
        </Button>
      )}
    </span>
  );
}

function fromText({ sequence, name = null }: BadgeSource): string {
  const place = sequence === null ? 'another event' : `#${sequence}`;
  return name === null ? `from ${place}` : `from ${place} ${name}`;
}
