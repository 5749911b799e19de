import { masker } from '@openwop-inspector/base';
import { discoveryFileName, type HostDiscovery } from '@openwop-inspector/host-client';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, EmptyState, type TabSpec, Tabs } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { discoveryDocument, findingGroups } from '../../model/connect-findings.ts';
import { useHostWork } from '../../state/hosts-store.ts';
import { saveText } from '../../state/save-actions.ts';
import styles from './Answers.module.css';
import { DiscoveryFacts } from './DiscoveryFacts.tsx';
import { DocumentTree } from './DocumentTree.tsx';
import { FindingList } from './FindingList.tsx';
import { RunsTab } from './RunsTab.tsx';

type AnswerTab = 'runs' | 'discovery' | 'lint' | 'document';

/** Container: what a host says of its runs and of itself. */
export function HostAnswers({ host }: { readonly host: SavedHost }) {
  const [tab, setTab] = useState<AnswerTab>('runs');
  const [pointer, setPointer] = useState<string | null>(null);
  const { examination } = useHostWork(host.hostId);
  const discovery = examination?.kind === 'done' ? examination.report.discovery : null;
  const groups = useMemo(() => (discovery === null ? [] : findingGroups(discovery)), [discovery]);
  const count = groups.reduce((sum, { findings }) => sum + findings.length, 0);
  const untold = <NotTold isTested={examination?.kind === 'done'} />;
  const choose = (chosen: AnswerTab) => {
    setPointer(null);
    setTab(chosen);
  };
  const goTo = (place: string) => {
    setPointer(place);
    setTab('document');
  };
  const tabs: readonly TabSpec<AnswerTab>[] = [
    { value: 'runs', label: 'Runs', panel: <RunsTab host={host} /> },
    {
      value: 'discovery',
      label: 'Discovery',
      panel: discovery === null ? untold : <DiscoveryFacts discovery={discovery} />,
    },
    {
      value: 'lint',
      label: (
        <>Capabilities lint {discovery === null ? null : <span className={styles.count}>{count}</span>}</>
      ),
      panel: discovery === null ? untold : <FindingList groups={groups} onGo={goTo} />,
    },
    {
      value: 'document',
      label: 'Document',
      panel: discovery === null ? untold : <DocumentTree discovery={discovery} pointer={pointer} />,
    },
  ];
  return (
    <Tabs
      label="What the host says"
      tabs={tabs}
      value={tab}
      onChange={choose}
      end={discovery === null ? undefined : <SaveDeclaration discovery={discovery} />}
    />
  );
}

/** Saves what the host declares, for `portability` and as the host of a context. One too large to be held whole is not offered. */
function SaveDeclaration({ discovery }: { readonly discovery: HostDiscovery }) {
  const isWhole = useMemo(() => discoveryDocument(discovery) !== undefined, [discovery]);
  if (!isWhole) return null;
  return (
    <Button
      small
      onPress={() =>
        void saveText({
          suggestedName: discoveryFileName(discovery.name),
          text: masker.json(discovery.documentText).text,
          kind: 'json',
        })
      }
    >
      Save declaration
    </Button>
  );
}

function NotTold({ isTested }: { readonly isTested: boolean }) {
  return isTested ? (
    <EmptyState title="The host gave no discovery document">
      The connection doctor says why. It lies at <code>/.well-known/openwop</code> and needs no token.
    </EmptyState>
  ) : (
    <EmptyState title="The host has not been tested">
      Test asks for <code>/.well-known/openwop</code>: who the host is, what it can do, and its limits.
    </EmptyState>
  );
}
