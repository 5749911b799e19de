import type { HostDiscovery } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, Fact, Facts, Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { ADVERTISED_ICON, FEATURES, LIMITS, limitText, VERSION_WORDS } from '../../model/connect-text.ts';
import styles from './Answers.module.css';

/** View: a readable discovery document. Missing capabilities are reported, and hide nothing. */
export function DiscoveryFacts({ discovery }: { readonly discovery: HostDiscovery }) {
  const { name, version, vendor, protocolVersion, versionVerdict, supportedEnvelopes } = discovery;
  return (
    <div className={styles.discovery}>
      <Facts>
        <Member name="host">
          <VisibleText text={name} />
        </Member>
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
            <ul className={styles.kinds}>
              {supportedEnvelopes.map((kind) => (
                <li key={kind}>
                  <code>
                    <VisibleText text={kind} />
                  </code>
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

function orNotDeclared(value: string | null): ReactNode {
  return value === null ? <span className={layout.second}>not said</span> : <VisibleText text={value} />;
}

function Member({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return <Fact name={<code>{name}</code>}>{children}</Fact>;
}

function Features({ discovery }: { readonly discovery: HostDiscovery }) {
  return (
    <table className={styles.table}>
      <caption>
        What it advertises{' '}
        <span>nothing is hidden for what it does not: some hosts can more than they say</span>
      </caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">capability</th>
          <th scope="col">advertised</th>
          <th scope="col">used for</th>
        </tr>
      </thead>
      <tbody>
        {FEATURES.map(({ id, name, use }) => {
          const said = discovery.features[id];
          return (
            <tr key={id} className={classNames(said === 'yes' && styles.said)}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
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
    <table className={styles.table}>
      <caption>Limits</caption>
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
