import type { ReactNode } from 'react';
import { useOpenInterrupts } from '../../queries/action-queries.ts';
import { useDone } from '../../state/action-store.ts';
import { ConnectionDetail } from './ConnectionDetail.tsx';
import { LimitsLeft } from './LimitsLeft.tsx';
import { NodesAtWork } from './NodesAtWork.tsx';

export interface LiveDetailProps {
  readonly sessionId: string;
  /** The forms of open interrupts. */
  readonly interrupts: ReactNode;
}

/** The tab of a live session: what waits for a person, who is at work, what is left, with whom it talks. */
export function LiveDetail({ sessionId, interrupts }: LiveDetailProps) {
  const open = useOpenInterrupts(sessionId).interrupts.length;
  // An answer that was sent leaves its outcome where the form was.
  const done = useDone(sessionId);
  return (
    <>
      {open + done === 0 ? null : interrupts}
      <NodesAtWork sessionId={sessionId} />
      <LimitsLeft sessionId={sessionId} />
      <ConnectionDetail sessionId={sessionId} />
    </>
  );
}
