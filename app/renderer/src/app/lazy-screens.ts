/** Screens that are not needed for the first rows: fetched behind them, so that the window starts in small steps. */
import { type ComponentType, createElement, lazy, useState } from 'react';

/** Fetches the modules of all screens, in the order in which they stand here. */
const fetches: (() => Promise<unknown>)[] = [];

/**
 * One export of a module that is fetched when it is first shown, or before by `fetchScreens`. What is there is shown at
 * once: React keeps the empty place of a component that it had to wait for in sight for 300 ms.
 */
function lazily<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  let held: ComponentType<Props> | null = null;
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => {
    held = (await load())[name];
    return { default: held };
  };
  fetches.push(fetch);
  const waiting: ComponentType<Props> = lazy(fetch);
  return function Lazily(props: Props) {
    // What was mounted stays: another component in its place would lose its state.
    const [shown] = useState(() => held ?? waiting);
    return createElement(shown, props);
  };
}

let hasBegun = false;

/** Fetches all screens, one after the other, whenever nothing else is to be done. Does nothing the second time. */
export function fetchScreens(): void {
  if (hasBegun) return;
  hasBegun = true;
  const waiting = [...fetches];
  const next = (): void => {
    // One that cannot be fetched now is fetched, and reported, when it is shown.
    void waiting
      .shift()?.()
      .catch(() => undefined)
      .then(() => requestIdleCallback(next));
  };
  requestIdleCallback(next);
}

export const CausesScreen = lazily(() => import('../screens/causes/CausesScreen.tsx'), 'CausesScreen');
export const NodesScreen = lazily(() => import('../screens/nodes/NodesScreen.tsx'), 'NodesScreen');
export const EnvelopesScreen = lazily(
  () => import('../screens/envelopes/EnvelopesScreen.tsx'),
  'EnvelopesScreen',
);
export const EnvelopeTab = lazily(() => import('../screens/envelopes/EnvelopeTab.tsx'), 'EnvelopeTab');
export const RenderedTab = lazily(() => import('../screens/rendered/RenderedTab.tsx'), 'RenderedTab');
export const ProblemsScreen = lazily(
  () => import('../screens/problems/ProblemsScreen.tsx'),
  'ProblemsScreen',
);
export const ProblemDetail = lazily(() => import('../screens/problems/ProblemDetail.tsx'), 'ProblemDetail');
export const AuditScreen = lazily(() => import('../screens/audit/AuditScreen.tsx'), 'AuditScreen');
export const FindingDetail = lazily(() => import('../screens/audit/FindingDetail.tsx'), 'FindingDetail');
export const MessageTab = lazily(() => import('../screens/messages/MessageTab.tsx'), 'MessageTab');
export const SearchDrawer = lazily(() => import('../screens/search/SearchDrawer.tsx'), 'SearchDrawer');
export const RunsScreen = lazily(() => import('../screens/runs/RunsScreen.tsx'), 'RunsScreen');
export const DetailPane = lazily(() => import('../screens/detail/DetailPane.tsx'), 'DetailPane');
export const InterruptTab = lazily(() => import('../screens/actions/InterruptTab.tsx'), 'InterruptTab');
export const RunMenu = lazily(() => import('../screens/actions/RunMenu.tsx'), 'RunMenu');
export const ForkHere = lazily(() => import('../screens/actions/ForkHere.tsx'), 'ForkHere');
export const ActionDialogs = lazily(() => import('../screens/actions/ActionDialogs.tsx'), 'ActionDialogs');
export const LiveTab = lazily(() => import('../screens/live/LiveDetail.tsx'), 'LiveDetail');
export const AcceptorBench = lazily(() => import('../screens/acceptor/AcceptorBench.tsx'), 'AcceptorBench');
export const ConnectBench = lazily(() => import('../screens/connect/ConnectBench.tsx'), 'ConnectBench');
export const CompareBench = lazily(() => import('../screens/compare/CompareBench.tsx'), 'CompareBench');
export const PortabilityBench = lazily(
  () => import('../screens/portability/PortabilityBench.tsx'),
  'PortabilityBench',
);
export const NotesTab = lazily(() => import('../screens/notes/NotesTab.tsx'), 'NotesTab');
export const NoteStrip = lazily(() => import('../screens/notes/NoteStrip.tsx'), 'NoteStrip');
export const NoteDialog = lazily(() => import('../screens/notes/NoteDialog.tsx'), 'NoteDialog');
export const LinkDialog = lazily(() => import('../frame/LinkDialog.tsx'), 'LinkDialog');
export const AboutDialog = lazily(() => import('../frame/AboutDialog.tsx'), 'AboutDialog');
export const ClauseReader = lazily(() => import('../frame/ClauseReader.tsx'), 'ClauseReader');
export const Palette = lazily(() => import('../frame/Palette.tsx'), 'Palette');
export const KeySheet = lazily(() => import('../frame/KeySheet.tsx'), 'KeySheet');
export const ColourRulesDialog = lazily(() => import('../frame/ColourRulesDialog.tsx'), 'ColourRulesDialog');
export const ExportDialog = lazily(() => import('../frame/ExportDialog.tsx'), 'ExportDialog');
export const SaveSessionDialog = lazily(() => import('../frame/SaveSessionDialog.tsx'), 'SaveSessionDialog');
export const EventPairDialog = lazily(() => import('../frame/EventPairDialog.tsx'), 'EventPairDialog');
