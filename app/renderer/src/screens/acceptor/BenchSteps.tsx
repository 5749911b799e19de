import { useMemo } from 'react';
import { goToDeciding, moveStep, openStep, runToEnd, walk } from '../../state/bench-actions.ts';
import type { Bench } from '../../state/bench-store.ts';
import { StepsPane } from './StepsPane.tsx';

/** Container of the stepper. */
export function BenchSteps({ benchId, bench }: { readonly benchId: string; readonly bench: Bench }) {
  const actions = useMemo(
    () => ({
      onOpen: (step: Bench['step']) => openStep(benchId, step),
      onMove: (direction: 1 | -1) => moveStep(benchId, direction),
      onWalk: (direction: 1 | -1) => walk(benchId, direction),
      onEnd: () => runToEnd(benchId),
      onDeciding: () => goToDeciding(benchId),
    }),
    [benchId],
  );
  return (
    <StepsPane
      result={bench.run?.answer.result ?? null}
      step={bench.step}
      arrivals={bench.arrivals}
      walked={bench.walked}
      {...actions}
    />
  );
}
