import type { ReactNode } from 'react';
import { TrustFrame } from '../../trust/TrustFrame.tsx';
import { useSheetSubject } from './sheet-subject.ts';

interface OutsideFrameProps {
  readonly fromOutside: boolean;
  readonly children: ReactNode;
}

/**
 * Frames what came from outside while nothing says that it can be trusted: silence is not trust for the result of a
 * tool (security S-16). A subject marked untrusted has its frame around it already.
 */
export function OutsideFrame({ fromOutside, children }: OutsideFrameProps) {
  const { trust } = useSheetSubject();
  const isFramed = fromOutside && trust.level === 'unmarked';
  if (!isFramed) return children;
  return <TrustFrame trust={{ level: 'untrusted', source: null }}>{children}</TrustFrame>;
}
