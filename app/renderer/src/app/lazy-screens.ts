/** Screens that are not needed for the first rows: fetched when first shown, so that the window starts in small steps. */
import { lazy } from 'react';

export const CausesScreen = lazy(async () => ({
  default: (await import('../screens/causes/CausesScreen.tsx')).CausesScreen,
}));

export const NodesScreen = lazy(async () => ({
  default: (await import('../screens/nodes/NodesScreen.tsx')).NodesScreen,
}));

export const EnvelopesScreen = lazy(async () => ({
  default: (await import('../screens/envelopes/EnvelopesScreen.tsx')).EnvelopesScreen,
}));

export const EnvelopeTab = lazy(async () => ({
  default: (await import('../screens/envelopes/EnvelopeTab.tsx')).EnvelopeTab,
}));

export const RenderedTab = lazy(async () => ({
  default: (await import('../screens/rendered/RenderedTab.tsx')).RenderedTab,
}));

export const ProblemsScreen = lazy(async () => ({
  default: (await import('../screens/problems/ProblemsScreen.tsx')).ProblemsScreen,
}));

export const ProblemDetail = lazy(async () => ({
  default: (await import('../screens/problems/ProblemDetail.tsx')).ProblemDetail,
}));

export const DetailPane = lazy(async () => ({
  default: (await import('../screens/detail/DetailPane.tsx')).DetailPane,
}));

export const InterruptTab = lazy(async () => ({
  default: (await import('../screens/actions/InterruptTab.tsx')).InterruptTab,
}));

export const RunMenu = lazy(async () => ({
  default: (await import('../screens/actions/RunMenu.tsx')).RunMenu,
}));

export const ForkHere = lazy(async () => ({
  default: (await import('../screens/actions/ForkHere.tsx')).ForkHere,
}));

export const ActionDialogs = lazy(async () => ({
  default: (await import('../screens/actions/ActionDialogs.tsx')).ActionDialogs,
}));

export const LiveTab = lazy(async () => ({
  default: (await import('../screens/live/LiveDetail.tsx')).LiveDetail,
}));

export const AcceptorBench = lazy(async () => ({
  default: (await import('../screens/acceptor/AcceptorBench.tsx')).AcceptorBench,
}));

export const ConnectBench = lazy(async () => ({
  default: (await import('../screens/connect/ConnectBench.tsx')).ConnectBench,
}));

export const LinkDialog = lazy(async () => ({
  default: (await import('../frame/LinkDialog.tsx')).LinkDialog,
}));

export const AboutDialog = lazy(async () => ({
  default: (await import('../frame/AboutDialog.tsx')).AboutDialog,
}));

export const ClauseReader = lazy(async () => ({
  default: (await import('../frame/ClauseReader.tsx')).ClauseReader,
}));

export const Palette = lazy(async () => ({ default: (await import('../frame/Palette.tsx')).Palette }));

export const KeySheet = lazy(async () => ({ default: (await import('../frame/KeySheet.tsx')).KeySheet }));
