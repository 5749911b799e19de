import { lintDiscovery } from '@openwop-inspector/acceptor-core';
import { countOf, masker, parsedJson } from '@openwop-inspector/base';
import {
  type CapabilityFinding,
  discoveryFileName,
  type HostDiscovery,
} from '@openwop-inspector/host-client';
import {
  Clause,
  type PayloadNode,
  PayloadTree,
  type PayloadTreeHandle,
  VisibleText,
  valueSource,
} from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import {
  Button,
  classNames,
  copyText,
  EmptyState,
  Fact,
  Facts,
  Icon,
  layout,
  ScrollRegion,
  TableHead,
  type TabSpec,
  Tabs,
  tones,
} from '@openwop-inspector/ui';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { saveText } from '../../shared/save-actions.ts';
import { SEVERITIES, SEVERITY_FORM } from '../../shared/severity-form.ts';
import styles from './Connect.module.css';
import { ADVERTISED_ICON, FEATURES, LIMITS, limitText, VERSION_WORDS } from './connect-text.ts';
import { useHostWork } from './hosts-store.ts';
import { RunsTab } from './RunsTab.tsx';

type AnswerTab = 'runs' | 'discovery' | 'lint' | 'document';

const AT_RUNS = { tab: 'runs', pointer: null } as const;

/** Container: the runs and capabilities reported by a host. */
export function HostAnswers({ host }: { readonly host: SavedHost }) {
  const [{ tab, pointer }, show] = useState<{ tab: AnswerTab; pointer: string | null }>(AT_RUNS);
  const { examination } = useHostWork(host.hostId);
  const discovery = examination?.kind === 'done' ? examination.report.discovery : null;
  const groups = useMemo(() => (discovery === null ? [] : findingGroups(discovery)), [discovery]);
  const count = groups.reduce((sum, { findings }) => sum + findings.length, 0);
  const untold =
    examination?.kind === 'done' ? (
      <EmptyState title="The host gave no discovery document">
        The connection doctor says why. It lies at <code>/.well-known/openwop</code> and needs no token.
      </EmptyState>
    ) : (
      <EmptyState title="The host has not been tested">
        Test requests <code>/.well-known/openwop</code>: who the host is, what it can do, and its limits.
      </EmptyState>
    );
  const goTo = (place: string) => show({ tab: 'document', pointer: place });
  const known = discovery !== null && {
    discovery: <DiscoveryFacts discovery={discovery} />,
    lint: <FindingList groups={groups} onGo={goTo} />,
    document: <DocumentTree discovery={discovery} pointer={pointer} />,
  };
  const lint = (
    <>Capabilities lint {discovery === null ? null : <span className={layout.regular}>{count}</span>}</>
  );
  const tabs: readonly TabSpec<AnswerTab>[] = [
    { value: 'runs', label: 'Runs', panel: <RunsTab host={host} /> },
    { value: 'discovery', label: 'Discovery', panel: known ? known.discovery : untold },
    { value: 'lint', label: lint, panel: known ? known.lint : untold },
    { value: 'document', label: 'Document', panel: known ? known.document : untold },
  ];
  return (
    <Tabs
      label="What the host says"
      tabs={tabs}
      value={tab}
      onChange={(chosen) => show({ tab: chosen, pointer: null })}
      end={discovery === null ? undefined : <SaveDeclaration discovery={discovery} />}
    />
  );
}

/** Saves the host's declaration, for `portability` and as the host of a context. A truncated one is not offered. */
function SaveDeclaration({ discovery }: { readonly discovery: HostDiscovery }) {
  const isWhole = useMemo(() => discoveryDocument(discovery) !== undefined, [discovery]);
  const save = (): Promise<void> => {
    const { text } = masker.json(discovery.documentText);
    return saveText({ suggestedName: discoveryFileName(discovery.name), text, kind: 'json' });
  };
  return isWhole ? (
    <Button small onPress={() => void save()}>
      Save declaration
    </Button>
  ) : null;
}

interface DocumentTreeProps {
  readonly discovery: HostDiscovery;
  /** The current value when the tree opens. */
  readonly pointer: string | null;
}

/** The discovery document as sent by the host, masked: a tree, or its text when it is not JSON. */
function DocumentTree({ discovery, pointer }: DocumentTreeProps) {
  const document = useMemo(() => discoveryDocument(discovery), [discovery]);
  const source = useMemo(() => valueSource(document), [document]);
  const tree = useRef<PayloadTreeHandle>(null);
  const isDue = useRef(pointer !== null);
  // The focus was in a finding that linked here.
  const focusPlace = useCallback(
    (node: PayloadNode | null) => {
      if (!isDue.current || node === null || (pointer !== '' && node.pointer !== pointer)) return;
      isDue.current = false;
      tree.current?.focus();
    },
    [pointer],
  );
  if (document === undefined)
    return (
      <ScrollRegion className={layout('pad12x16 noOutline focusInside')} aria-label="Discovery document">
        <VisibleText as="pre" text={discovery.documentText} />
      </ScrollRegion>
    );
  return (
    <div className={layout('column pane crops padTop8')}>
      <PayloadTree
        ref={tree}
        source={source}
        root=""
        label="Discovery document"
        onCurrent={focusPlace}
        onCopy={async (text) => (await copyText(masker.json(text).text)).kind === 'copied'}
        first={pointer === null || pointer === '' ? null : { pointer, byteOffset: 0 }}
      />
    </div>
  );
}

interface FindingListProps {
  readonly groups: ReturnType<typeof findingGroups>;
  readonly onGo: (pointer: string) => void;
}

/** View: problems of the host's declaration, worst first, each with its place and clause. */
function FindingList({ groups, onGo }: FindingListProps) {
  if (groups.length === 0)
    return (
      <EmptyState title="Nothing to say">
        No rule of the lint found anything in this document. That says nothing about how the host behaves.
      </EmptyState>
    );
  return (
    <div className={layout.padBottom12}>
      {groups.map(({ level, title, findings }) => (
        <section key={level} aria-label={title}>
          <h3 className={layout('row ruled chrome gap6 pad0x16 min30', tones[level])}>
            <Icon name={SEVERITY_FORM[level].icon} /> {title}
          </h3>
          <ul>
            {findings.map(({ rule, pointer, message, clause }) => (
              <li key={`${rule} ${pointer}`} className={layout('breaks ruled pad8x16')}>
                <VisibleText as="p" className={layout.body} text={message} />
                <span className={layout('flex wrap third', styles.place)}>
                  <code>{rule}</code>
                  <Button
                    look="link"
                    small
                    onPress={() => onGo(pointer)}
                    label={`${pointer === '' ? 'whole document' : pointer}: show it in the document`}
                  >
                    <code>{pointer === '' ? 'whole document' : <VisibleText text={pointer} />}</code>
                  </Button>
                  <span>
                    <Clause clause={clause} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The document itself; undefined when its text was truncated or is not JSON. */
export const discoveryDocument = ({ documentText }: Pick<HostDiscovery, 'documentText'>): unknown =>
  parsedJson(documentText);

/** Findings of both lints, each once, worst first. Groups without findings are omitted. */
export function findingGroups(discovery: Pick<HostDiscovery, 'documentText' | 'findings'>) {
  const all = new Map<string, CapabilityFinding>();
  for (const finding of [...discovery.findings, ...lintDiscovery(discoveryDocument(discovery))]) {
    const key = `${finding.rule} ${finding.pointer}`;
    if (!all.has(key)) all.set(key, finding);
  }
  const findings = [...all.values()];
  return SEVERITIES.flatMap((level) => {
    const ofLevel = findings.filter((finding) => finding.level === level);
    return ofLevel.length === 0 ? [] : [{ level, title: countOf(ofLevel.length, level), findings: ofLevel }];
  });
}

/** View: a readable discovery document. Missing capabilities are reported, and hide nothing. */
function DiscoveryFacts({ discovery }: { readonly discovery: HostDiscovery }) {
  const { name, version, vendor, protocolVersion, versionVerdict, supportedEnvelopes } = discovery;
  return (
    <div className={layout('grid gap12 pad12x16')}>
      <Facts>
        <Member name="host">{orNotDeclared(name)}</Member>
        <Member name="version">{orNotDeclared(version)}</Member>
        <Member name="vendor">{orNotDeclared(vendor)}</Member>
        <Member name="protocolVersion">
          {orNotDeclared(protocolVersion)}{' '}
          {protocolVersion === null ? null : (
            <span className={versionVerdict === 'stop' ? layout.errorText : layout.second}>
              {VERSION_WORDS[versionVerdict]}
            </span>
          )}
        </Member>
        <Member name="supportedEnvelopes">
          {supportedEnvelopes.length === 0 ? (
            <span className={layout.second}>none</span>
          ) : (
            <ul className={layout('flex wrap gap2x12')}>
              {supportedEnvelopes.map((kind) => (
                <li key={kind}>
                  <VisibleText as="code" text={kind} />
                </li>
              ))}
            </ul>
          )}
        </Member>
      </Facts>
      <Features discovery={discovery} />
      <Limits discovery={discovery} />
    </div>
  );
}

const orNotDeclared = (value: string | null): ReactNode =>
  value === null ? <span className={layout.second}>not said</span> : <VisibleText text={value} />;

function Member({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return <Fact name={<code>{name}</code>}>{children}</Fact>;
}

function Features({ discovery }: { readonly discovery: HostDiscovery }) {
  return (
    <table className={layout('table second', styles.table)}>
      <caption className={layout('ruled startText bold primary padY4')}>
        What it advertises{' '}
        <span className={layout('regular second')}>
          nothing is hidden for what it does not: some hosts can more than they say
        </span>
      </caption>
      <TableHead isHidden names={['capability', 'advertised', 'used for']} />
      <tbody>
        {FEATURES.map(({ id, name, use }) => {
          const said = discovery.features[id];
          return (
            <tr key={id} className={classNames(said === 'yes' && styles.said)}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td className={layout.leadIcon}>
                <Icon name={ADVERTISED_ICON[said]} /> {said}
              </td>
              <td>{use}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Limits({ discovery }: { readonly discovery: HostDiscovery }) {
  return (
    <table className={layout('table second', styles.table)}>
      <caption className={layout('ruled startText bold primary padY4')}>Limits</caption>
      <tbody>
        {LIMITS.map((limit) => (
          <tr key={limit}>
            <th scope="row">
              <code>{limit}</code>
            </th>
            <td>{limitText(limit, discovery.limits[limit])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
