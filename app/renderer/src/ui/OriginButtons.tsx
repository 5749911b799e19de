import { formatSequence } from '@openwop-inspector/base';
import type { Verdict } from '@openwop-inspector/run-log';
import { Button } from '@openwop-inspector/ui';
import { keysOf } from '../commands/commands.ts';

export interface OriginButtonsProps {
  readonly verdict: Verdict;
  readonly onOrigin: (ordinal: number) => void;
}

/** The ways from a failure to its cause and to the start of its chain: two things, of which either may be missing. */
export function OriginButtons({ verdict: { cause, chainStart }, onOrigin }: OriginButtonsProps) {
  return (
    <>
      {cause === null ? null : (
        <Button icon="problems" onPress={() => onOrigin(cause.ordinal)}>
          Cause <code>{formatSequence(cause.sequence)}</code>
        </Button>
      )}
      {chainStart === null ? null : (
        <Button icon="chainStart" onPress={() => onOrigin(chainStart.ordinal)} keys={keysOf('chain-start')}>
          Chain starts at <code>{formatSequence(chainStart.sequence)}</code>
        </Button>
      )}
    </>
  );
}
