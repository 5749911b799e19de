/** Primitives of the window: what every screen and every renderer is put together from. They know no run and no store. */

export { announce, LiveRegion, onAnnouncement } from './announce.tsx';
export { Button, ControlButton, IconButton } from './Button.tsx';
export { onResize, scrollIntoPane, useHoldKey, useLasting, useLatest, useNow } from './behaviour.ts';
export { CopyButton } from './CopyButton.tsx';
export { classNames } from './class-names.ts';
export { copyText } from './copy-text.ts';
export { Dialog, DialogActions, DialogTitle } from './Dialog.tsx';
export {
  Badge,
  type BadgeProps,
  type BadgeTone,
  EmptyState,
  Fact,
  Facts,
  InNextTask,
  Kbd,
  Meter,
  Pending,
  ScrollRegion,
  TableHead,
} from './elements.tsx';
export { Icon } from './Icon.tsx';
export { ICON_PATHS, type IconName, type IconShape } from './icon-paths.ts';
export { jsonColours, layout, tones } from './layout.ts';
export {
  HOLD_KEY,
  LIST_KEYS,
  type ListMove,
  lettersOf,
  listMoveInText,
  listMoveOf,
  rowAfterMove,
  stepOf,
} from './list/list-keys.ts';
export { useRowHeight } from './list/use-scroll-window.ts';
export {
  ItemRows,
  type ListHandlers,
  type OverlayView,
  type RowAttributes,
  VirtualRows,
  type VirtualRowsHandle,
} from './list/VirtualRows.tsx';
export { ContextMenu, MenuButton, type MenuEntry, type MenuPlace } from './MenuButton.tsx';
export { PaneBoundary } from './PaneBoundary.tsx';
export { PaneEdge, Panes } from './Panes.tsx';
export { downloadBlob, pickFromInput, pickText } from './pick-text.ts';
export { SearchField } from './SearchField.tsx';
export { Segmented } from './Segmented.tsx';
export { type TabSpec, Tabs } from './Tabs.tsx';
