import { RenderServicesProvider, ResumeCheckProvider } from '@openwop-inspector/renderers';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { classNames, layout, PaneBoundary, Tabs } from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';
import { EnvelopeFileHead, type EnvelopeFileHeadProps } from '../screens/envelopes/EnvelopeFileHead.tsx';
import { FoundProblems } from '../screens/load/FoundProblems.tsx';
import { selectFirstEnvelope } from '../state/view-actions.ts';
import { checkResume } from './check-resume.ts';
import { EnvelopeJson, EnvelopesScreen, EnvelopeTab } from './lazy-screens.ts';
import { Panes, useArrangement, useServices } from './Workspace.tsx';

export interface EnvelopeFileProps extends Omit<EnvelopeFileHeadProps, 'problems'> {
  readonly sessionId: string;
  readonly summary: SessionSummary;
}

/** A source that holds envelopes and no event: their list, and the selected one rendered. */
export function EnvelopeFile({ sessionId, ...head }: EnvelopeFileProps) {
  const services = useServices(sessionId, head.summary);
  const arrangement = useArrangement('envelopes');
  useEffect(() => void selectFirstEnvelope(sessionId), [sessionId]);
  return (
    <RenderServicesProvider value={services}>
      <ResumeCheckProvider value={checkResume}>
        <EnvelopeFileHead {...head} problems={<FoundProblems sessionId={sessionId} />} />
        <Panes
          arrangement={arrangement}
          list={
            <PaneBoundary name="the list" resetKey={sessionId}>
              <div className={classNames(layout.column, layout.pane, layout.narrow)}>
                <EnvelopesScreen sessionId={sessionId} />
              </div>
            </PaneBoundary>
          }
          detail={
            <PaneBoundary name="the detail" resetKey={sessionId}>
              <EnvelopeDetail sessionId={sessionId} />
            </PaneBoundary>
          }
        />
      </ResumeCheckProvider>
    </RenderServicesProvider>
  );
}

type EnvelopeDetailTab = 'envelope' | 'json';

function EnvelopeDetail({ sessionId }: { readonly sessionId: string }) {
  const [tab, setTab] = useState<EnvelopeDetailTab>('envelope');
  return (
    <section
      className={classNames(layout.column, layout.pane, layout.narrow, layout.relative)}
      aria-label="Detail"
      data-region="detail"
    >
      <Tabs<EnvelopeDetailTab>
        label="About the selected envelope"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'envelope', label: 'Envelope', panel: <EnvelopeTab sessionId={sessionId} /> },
          { value: 'json', label: 'JSON', panel: <EnvelopeJson sessionId={sessionId} /> },
        ]}
      />
    </section>
  );
}
