/** Screens that are not needed for the first rows: fetched when first shown, so that the window starts in small steps. */
import { type ComponentType, lazy } from 'react';

/** One export of a module that is fetched when it is first shown. */
const lazily = <Props, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

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
export const RunsScreen = lazily(() => import('../screens/runs/RunsScreen.tsx'), 'RunsScreen');
export const DetailPane = lazily(() => import('../screens/detail/DetailPane.tsx'), 'DetailPane');
export const InterruptTab = lazily(() => import('../screens/actions/InterruptTab.tsx'), 'InterruptTab');
export const RunMenu = lazily(() => import('../screens/actions/RunMenu.tsx'), 'RunMenu');
export const ForkHere = lazily(() => import('../screens/actions/ForkHere.tsx'), 'ForkHere');
export const ActionDialogs = lazily(() => import('../screens/actions/ActionDialogs.tsx'), 'ActionDialogs');
export const LiveTab = lazily(() => import('../screens/live/LiveDetail.tsx'), 'LiveDetail');
export const AcceptorBench = lazily(() => import('../screens/acceptor/AcceptorBench.tsx'), 'AcceptorBench');
export const ConnectBench = lazily(() => import('../screens/connect/ConnectBench.tsx'), 'ConnectBench');
export const LinkDialog = lazily(() => import('../frame/LinkDialog.tsx'), 'LinkDialog');
export const AboutDialog = lazily(() => import('../frame/AboutDialog.tsx'), 'AboutDialog');
export const ClauseReader = lazily(() => import('../frame/ClauseReader.tsx'), 'ClauseReader');
export const Palette = lazily(() => import('../frame/Palette.tsx'), 'Palette');
export const KeySheet = lazily(() => import('../frame/KeySheet.tsx'), 'KeySheet');
