/** Screens that are not needed for the first rows: each is fetched when it is first displayed. */
import { Pending } from '@openwop-inspector/ui';
import { type ComponentType, createElement, useEffect, useState } from 'react';

/**
 * One export of a module that is fetched when first displayed, which takes a moment from a disk or from loopback. Its
 * place is empty until then, or has the words for it. React's own `lazy` would keep the empty place for 300 ms.
 */
function lazily<Props extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  words?: string,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetched = async (): Promise<ComponentType<Props>> => {
    loaded = (await load())[name];
    return loaded;
  };
  return function Lazily(props: Props) {
    const [displayed, setDisplayed] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => {
      if (displayed !== null) return;
      fetched().then(
        (component) => setDisplayed(() => component),
        (error: unknown) => setFailure({ error }),
      );
    }, [displayed]);
    if (failure !== null) throw failure.error;
    if (displayed !== null) return createElement(displayed, props);
    return words === undefined ? null : createElement(Pending, null, words);
  };
}

export const CausesScreen = lazily(() => import('../screens/causes/CausesScreen.tsx'), 'CausesScreen');
export const NodesScreen = lazily(() => import('../screens/nodes/NodesScreen.tsx'), 'NodesScreen');
export const EnvelopesScreen = lazily(
  () => import('../screens/envelopes/EnvelopesScreen.tsx'),
  'EnvelopesScreen',
);
export const EnvelopeJson = lazily(() => import('../screens/envelopes/EnvelopeJson.tsx'), 'EnvelopeJson');
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
export const ForkHere = lazily(() => import('../screens/actions/RunMenu.tsx'), 'ForkHere');
export const ActionDialogs = lazily(() => import('../screens/actions/ActionDialogs.tsx'), 'ActionDialogs');
export const LiveTab = lazily(() => import('../screens/live/LiveDetail.tsx'), 'LiveDetail');
export const AcceptorBench = lazily(
  () => import('../screens/acceptor/AcceptorBench.tsx'),
  'AcceptorBench',
  'The acceptor is being opened.',
);
export const ConnectBench = lazily(
  () => import('../screens/connect/ConnectBench.tsx'),
  'ConnectBench',
  'The live hosts are being opened.',
);
export const CompareBench = lazily(
  () => import('../screens/compare/CompareBench.tsx'),
  'CompareBench',
  'The comparison is being opened.',
);
export const PortabilityBench = lazily(
  () => import('../screens/portability/PortabilityBench.tsx'),
  'PortabilityBench',
  'The other hosts are being opened.',
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
