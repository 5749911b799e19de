import type { PlacedFinding, TextRange } from '@openwop-inspector/acceptor-core';
import { countOf, formatCount } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Badge, Button, Fact, Facts, Icon, layout } from '@openwop-inspector/ui';
import type { DiscoveryAnswer } from '../../acceptor-worker/acceptor-contract.ts';
import { SEVERITY_FORM } from '../../ui/severity-form.ts';
import styles from './Simulator.module.css';

export interface DiscoveryResultProps {
  readonly answer: DiscoveryAnswer;
  readonly onReveal: (from: number, to: number) => void;
}

/** View: what the host declares, and each rule that it breaks with the way to its place in the text. */
export function DiscoveryResult({ answer, onReveal }: DiscoveryResultProps) {
  const { findings } = answer;
  return (
    <>
      <Declared answer={answer} />
      <section className={styles.section} aria-label="Findings">
        <h3>
          <Icon
            name={findings.length === 0 ? 'ok' : 'problems'}
            className={findings.length === 0 ? layout.okText : layout.errorText}
          />
          {findings.length === 0 ? 'Nothing breaks a rule' : countOf(findings.length, 'finding')}
        </h3>
        <ul className={styles.list}>
          {findings.slice(0, MAX_SHOWN).map((finding) => (
            <Finding
              key={`${finding.rule} ${finding.pointer} ${finding.message}`}
              finding={finding}
              onReveal={onReveal}
            />
          ))}
          {findings.length > MAX_SHOWN ? <li>and {formatCount(findings.length - MAX_SHOWN)} more</li> : null}
        </ul>
      </section>
    </>
  );
}

/** Findings that are drawn. */
const MAX_SHOWN = 200;

interface FindingProps {
  readonly finding: PlacedFinding & TextRange;
  readonly onReveal: DiscoveryResultProps['onReveal'];
}

function Finding({ finding, onReveal }: FindingProps) {
  const { rule, level, pointer, message, clause, from, to } = finding;
  return (
    <li className={styles.attempt}>
      <p>
        <Badge tone={level}>{SEVERITY_FORM[level].word}</Badge>{' '}
        <Button look="link" onPress={() => onReveal(from, to)}>
          {pointer === '' ? 'the document' : pointer}
        </Button>
      </p>
      <p className={layout.breaks}>
        <VisibleText text={message} />{' '}
        <span className={layout.third}>
          <code>{rule}</code>, <Clause clause={clause} />
        </span>
      </p>
    </li>
  );
}

function Declared({ answer: { said, declaration } }: { readonly answer: DiscoveryAnswer }) {
  const { name, version, vendor, protocolVersion, supportedEnvelopes, limits, features } = said;
  const set = Object.entries(limits).flatMap(([limit, most]) =>
    most === null ? [] : [`${limit} ${formatCount(most)}`],
  );
  const has = Object.entries(features).flatMap(([feature, offered]) => (offered === 'yes' ? [feature] : []));
  const versions = Object.entries(declaration?.schemaVersions ?? {}).map(([kind, most]) => `${kind} ${most}`);
  return (
    <section className={styles.section} aria-label="What is declared">
      <h2 className={layout.title}>
        <VisibleText text={name === '' ? 'A host without a name' : name} />
        <span className={layout.caption}>
          <VisibleText text={[version, vendor].filter((part) => part !== null).join(', ')} />
        </span>
      </h2>
      <Facts>
        <Fact name="protocol">
          <VisibleText text={protocolVersion ?? 'not said'} />
        </Fact>
        <Fact name="kinds">
          <VisibleText
            text={
              supportedEnvelopes.length === 0
                ? 'none beside the universal ones'
                : supportedEnvelopes.join(', ')
            }
          />
        </Fact>
        <Fact name="schema versions">
          <VisibleText text={versions.length === 0 ? 'none' : versions.slice(0, MAX_SHOWN).join(', ')} />
        </Fact>
        <Fact name="limits">{set.length === 0 ? 'none' : set.join(', ')}</Fact>
        <Fact name="offers">{has.length === 0 ? 'nothing that is known here' : has.join(', ')}</Fact>
      </Facts>
    </section>
  );
}
