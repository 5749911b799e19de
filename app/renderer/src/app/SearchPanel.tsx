import { PaneBoundary } from '@openwop-inspector/ui';
import { usePayloadSearch } from '../state/payload-search-store.ts';
import { SearchDrawer } from './lazy-screens.ts';

export interface SearchPanelProps {
  readonly sessionId: string;
  readonly events: number;
}

/** Container: the search in payloads under the panes, while it is open. */
export function SearchPanel({ sessionId, events }: SearchPanelProps) {
  const { isOpen } = usePayloadSearch(sessionId);
  if (!isOpen) return null;
  return (
    <PaneBoundary name="the search in payloads" resetKey={sessionId}>
      <SearchDrawer sessionId={sessionId} events={events} />
    </PaneBoundary>
  );
}
