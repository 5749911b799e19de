/** Primitives of the window: what every screen and every renderer is put together from. They know no run and no store. */

export { announce, LiveRegion, onAnnouncement } from './announce.tsx';
export { Button, ControlButton, CopyButton, copyText, IconButton } from './Button.tsx';
export * from './behaviour.ts';
export { Dialog, DialogActions, DialogTitle } from './Dialog.tsx';
export * from './elements.tsx';
export { ICON_PATHS, type IconName, iconShapes } from './icon-paths.ts';
export { classNames, jsonColours, layout, tones } from './layout.ts';
export * from './list/list-keys.ts';
export { useRowHeight } from './list/scroll-window.ts';
export {
  ItemRows,
  type ListHandlers,
  type OverlayView,
  type RowAttributes,
  VirtualRows,
  type VirtualRowsHandle,
} from './list/VirtualRows.tsx';
export { ContextMenu, MenuButton, type MenuEntry, type MenuPlace } from './MenuButton.tsx';
export { ErrorBoundary, PaneBoundary, PaneEdge, Panes } from './Panes.tsx';
export { downloadBlob, pickFromInput, pickText } from './pick-text.ts';
export { SearchField } from './SearchField.tsx';
export { Segmented, type TabSpec, Tabs } from './Tabs.tsx';
