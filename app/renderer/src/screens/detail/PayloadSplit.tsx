import { layout, PaneEdge } from '@openwop-inspector/ui';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Group, Panel } from 'react-resizable-panels';
import { readLayout, writeLayout } from '../../model/layout-text.ts';
import { changeSettings, useSettingsStore } from '../../state/settings-store.ts';

/** Wider places have the bytes beside the tree, narrower ones under it. */
const SIDE_BY_SIDE_FROM = 760;

export interface PayloadSplitProps {
  readonly tree: ReactNode;
  readonly bytes: ReactNode;
}

/** The tree and its bytes in two resizable panes whose shares are kept in the settings. */
export function PayloadSplit({ tree, bytes }: PayloadSplitProps) {
  const [width, measure] = useWidth();
  const isWide = width >= SIDE_BY_SIDE_FROM;
  const arrangement = isWide ? 'bytesColumns' : 'bytesRows';
  const kept = useMemo(() => readLayout(useSettingsStore.getState().layout), []);
  const shares = kept[arrangement];
  return (
    <div ref={measure} className={layout.fill}>
      {width > 0 && (
        <Group
          key={arrangement}
          id="payload-panes"
          className={layout.full}
          orientation={isWide ? 'horizontal' : 'vertical'}
          {...(shares === undefined ? {} : { defaultLayout: shares })}
          onLayoutChanged={(layout, { isUserInteraction }) => {
            if (!isUserInteraction) return;
            const before = readLayout(useSettingsStore.getState().layout);
            changeSettings({ layout: writeLayout({ ...before, [arrangement]: layout }) });
          }}
        >
          <Panel id="tree" defaultSize="58" minSize="25">
            {tree}
          </Panel>
          <PaneEdge id="bytes-edge" label={isWide ? 'Width of the bytes' : 'Height of the bytes'} />
          <Panel id="bytes" defaultSize="42" minSize="15">
            {bytes}
          </Panel>
        </Group>
      )}
    </div>
  );
}

/** Width of an element, 0 until it is known. */
function useWidth(): readonly [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure];
}
