import { layout, Panes, ScrollRegion } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';

export interface ListAndDetailProps {
  readonly id: string;
  /** False puts the detail below the list, as high as it. */
  readonly isWide: boolean;
  /** Null where there is nothing to choose from. */
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** Names the detail. */
  readonly label: string;
}

/** A list with the detail of its selected row; each scrolls by itself. */
export function ListAndDetail({ id, isWide, list, detail, label }: ListAndDetailProps) {
  const region = (
    <ScrollRegion className={layout('scrolls breaks fill full')} aria-label={label} data-region="detail">
      {detail}
    </ScrollRegion>
  );
  if (list === null) return region;
  if (!isWide) {
    return (
      <>
        <div className={layout('fill ruled')}>{list}</div>
        {region}
      </>
    );
  }
  return (
    <Panes
      id={id}
      isWide
      panes={[
        { id: `${id}-list`, content: list, percent: 58, minPixels: 320, edge: 'Width of the list' },
        { id: `${id}-detail`, content: region, percent: 42, minPixels: 280 },
      ]}
    />
  );
}
