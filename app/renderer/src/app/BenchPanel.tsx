import { PaneBoundary, useIsWide } from '@openwop-inspector/ui';
import { useVisibleBench } from '../features/acceptor/open-acceptor.ts';
import { AcceptorBench, CompareBench, ConnectBench, PortabilityBench } from './lazy-screens.ts';

/** Narrower windows put the parts of a bench under each other. */
const SIDE_BY_SIDE_FROM = 1000;

/** The bench in place of a run, or of the start screen. */
export function BenchPanel({ benchId }: { readonly benchId: string }) {
  const isWide = useIsWide(SIDE_BY_SIDE_FROM);
  const bench = useVisibleBench(benchId);
  if (bench === 'hosts' && benchId === '') {
    return (
      <PaneBoundary key="hosts" name="the live hosts" resetKey="hosts">
        <ConnectBench isWide={isWide} />
      </PaneBoundary>
    );
  }
  const name = bench === 'portability' ? 'the other hosts' : bench === 'compare' ? 'the comparison' : null;
  return (
    <PaneBoundary name={name ?? 'the acceptor'} resetKey={benchId}>
      {bench === 'portability' ? (
        <PortabilityBench sessionId={benchId} isWide={isWide} />
      ) : bench === 'compare' ? (
        <CompareBench sessionId={benchId} isWide={isWide} />
      ) : (
        <AcceptorBench benchId={benchId} isWide={isWide} />
      )}
    </PaneBoundary>
  );
}
