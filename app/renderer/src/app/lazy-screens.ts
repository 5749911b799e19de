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

interface OfSession {
  readonly sessionId: string;
}

export const CausesScreen = lazily(() => import('../features/causes/CausesScreen.tsx'), 'CausesScreen');
export const NodesScreen = lazily(() => import('../features/nodes/NodesScreen.tsx'), 'NodesScreen');
export const EnvelopesScreen = lazily(
  () => import('../features/envelopes/EnvelopesScreen.tsx'),
  'EnvelopesScreen',
);
export const EnvelopeJson = lazily(() => import('../features/envelopes/EnvelopeJson.tsx'), 'EnvelopeJson');
export const EnvelopeTab = lazily(() => import('../features/envelopes/EnvelopeTab.tsx'), 'EnvelopeTab');
export const RenderedTab = lazily<OfSession, 'RenderedTab'>(
  () => import('../features/envelopes/AnsweredSurface.tsx'),
  'RenderedTab',
);
export const ProblemsScreen = lazily(
  () => import('../features/problems/ProblemsScreen.tsx'),
  'ProblemsScreen',
);
export const ProblemDetail = lazily(() => import('../features/problems/ProblemDetail.tsx'), 'ProblemDetail');
export const AuditScreen = lazily(() => import('../features/audit/AuditScreen.tsx'), 'AuditScreen');
export const FindingDetail = lazily<OfSession, 'FindingDetail'>(
  () => import('../features/audit/AuditScreen.tsx'),
  'FindingDetail',
);
export const MessageTab = lazily(() => import('../features/envelopes/MessageTab.tsx'), 'MessageTab');
export const SearchDrawer = lazily(() => import('../features/search/SearchDrawer.tsx'), 'SearchDrawer');
export const RunsScreen = lazily(() => import('../features/runs/RunsScreen.tsx'), 'RunsScreen');
export const DetailPane = lazily(() => import('../features/detail/DetailPane.tsx'), 'DetailPane');
export const InterruptTab = lazily(() => import('../features/actions/InterruptTab.tsx'), 'InterruptTab');
export const RunMenu = lazily(() => import('../features/actions/RunMenu.tsx'), 'RunMenu');
export const ForkHere = lazily(() => import('../features/actions/RunMenu.tsx'), 'ForkHere');
export const ActionDialogs = lazily<object, 'ActionDialogs'>(
  () => import('../features/actions/ActionDialogs.tsx'),
  'ActionDialogs',
);
export const LiveTab = lazily(() => import('../features/live/LiveDetail.tsx'), 'LiveDetail');
export const AcceptorBench = lazily(
  () => import('../features/acceptor/AcceptorBench.tsx'),
  'AcceptorBench',
  'The acceptor is being opened.',
);
export const ConnectBench = lazily(
  () => import('../features/hosts/ConnectBench.tsx'),
  'ConnectBench',
  'The live hosts are being opened.',
);
export const CompareBench = lazily(
  () => import('../features/compare/CompareBench.tsx'),
  'CompareBench',
  'The comparison is being opened.',
);
export const PortabilityBench = lazily(
  () => import('../features/audit/PortabilityBench.tsx'),
  'PortabilityBench',
  'The other hosts are being opened.',
);
export const NotesTab = lazily(() => import('../features/notes/NotesTab.tsx'), 'NotesTab');
export const NoteStrip = lazily(() => import('../features/notes/NotesTab.tsx'), 'NoteStrip');
export const NoteDialog = lazily(() => import('../features/notes/NoteDialog.tsx'), 'NoteDialog');
export const LinkDialog = lazily(() => import('../features/share/LinkDialog.tsx'), 'LinkDialog');
export const AboutDialog = lazily(() => import('./AboutDialog.tsx'), 'AboutDialog');
export const ClauseReader = lazily(() => import('./ClauseReader.tsx'), 'ClauseReader');
export const Palette = lazily(() => import('./Palette.tsx'), 'Palette');
export const KeySheet = lazily(() => import('./KeySheet.tsx'), 'KeySheet');
export const ColourRulesDialog = lazily(
  () => import('../features/events/ColourRulesDialog.tsx'),
  'ColourRulesDialog',
);
export const ExportDialog = lazily(() => import('../features/share/ExportDialog.tsx'), 'ExportDialog');
export const SaveSessionDialog = lazily(
  () => import('../features/sessions/SaveSessionDialog.tsx'),
  'SaveSessionDialog',
);
export const EventPairDialog = lazily(
  () => import('../features/compare/EventPairDialog.tsx'),
  'EventPairDialog',
);
