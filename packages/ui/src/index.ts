/** Primitives of the window: what every screen and every renderer is put together from. They know no run and no store. */

export { announce, LiveRegion, onAnnouncement } from './announce.tsx';
export { Button, type ButtonProps, IconButton, type IconButtonProps } from './Button.tsx';
export { scrollIntoPane, useHoldKey, useLasting } from './behaviour.ts';
export { CopyButton, type CopyButtonProps } from './CopyButton.tsx';
export { classNames } from './class-names.ts';
export { type CopyResult, copyText } from './copy-text.ts';
export { Dialog, DialogActions, type DialogProps, DialogTitle } from './Dialog.tsx';
export {
  Badge,
  type BadgeProps,
  type BadgeTone,
  EmptyState,
  type EmptyStateProps,
  Fact,
  Facts,
  type FactsProps,
  InNextTask,
  Kbd,
  type KbdProps,
  Meter,
  type MeterProps,
  Pending,
} from './elements.tsx';
export { Icon, type IconProps } from './Icon.tsx';
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
export { useRowHeight } from './list/row-height.ts';
export {
  type OverlayView,
  type RowAttributes,
  VirtualRows,
  type VirtualRowsHandle,
  type VirtualRowsProps,
} from './list/VirtualRows.tsx';
export {
  ContextMenu,
  MenuButton,
  type MenuButtonProps,
  type MenuEntry,
  type MenuPlace,
} from './MenuButton.tsx';
export { PaneBoundary, PaneEdge } from './PaneBoundary.tsx';
export { downloadBlob, type PickedText, pickText } from './pick-text.ts';
export { SearchField, type SearchFieldProps } from './SearchField.tsx';
export { Segmented, type SegmentedChoice, type SegmentedProps } from './Segmented.tsx';
export { type TabSpec, Tabs, type TabsProps } from './Tabs.tsx';
