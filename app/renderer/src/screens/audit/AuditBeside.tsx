import { countOf, formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, Icon, IconButton, layout, MenuButton } from '@openwop-inspector/ui';
import { chooseBeside, dropBeside, toggleKnown } from '../../state/audit-actions.ts';
import { type AuditForm, saveAudit } from '../../state/audit-export.ts';
import { type AuditResult, useBeside } from '../../state/audit-store.ts';
import styles from './Audit.module.css';

export interface AuditBesideProps {
  readonly sessionId: string;
  /** Null while there is none to save. */
  readonly result: AuditResult | null;
}

const FORMS: readonly { readonly id: AuditForm; readonly title: string }[] = [
  { id: 'markdown', title: 'Report as Markdown' },
  { id: 'sarif', title: 'SARIF 2.1.0' },
  { id: 'junit', title: 'JUnit XML' },
  { id: 'json', title: 'Everything as JSON' },
  { id: 'baseline', title: 'All findings of now as a baseline' },
];

const KINDS = [
  { kind: 'discovery', words: 'discovery document' },
  { kind: 'schemas', words: 'schemas' },
  { kind: 'baseline', words: 'baseline' },
] as const;

/** What the log is held against beside the protocol, and the report as a file. */
export function AuditBeside({ sessionId, result }: AuditBesideProps) {
  const beside = useBeside(sessionId);
  const { problem, discovery } = beside;
  const logHost = result?.audit.hostName ?? null;
  const declared = discovery?.declared.hostName ?? null;
  const isStrange = logHost !== null && declared !== null && logHost !== declared;
  return (
    <section
      className={classNames(layout.flex, layout.wrap, layout.fixed, layout.ruled, styles.beside)}
      aria-label="Held against"
    >
      {KINDS.map(({ kind, words }) => {
        const chosen = beside[kind];
        return chosen === null ? null : (
          <span key={kind} className={classNames(layout.inlineRow, layout.gap4, layout.breaks)}>
            {words}{' '}
            <b className={layout.bold}>
              <VisibleText text={chosen.name} />
            </b>
            <IconButton
              small
              icon="close"
              label={`Put the ${words} away`}
              onPress={() => dropBeside(sessionId, kind)}
            />
          </span>
        );
      })}
      <Button small icon="plus" onPress={() => void chooseBeside(sessionId)}>
        Hold against a file
      </Button>
      <MenuButton
        icon="save"
        label="Save the audit"
        isDisabled={result === null}
        entries={FORMS}
        onAction={(form) => void saveAudit(sessionId, form)}
      >
        Save
      </MenuButton>
      <Known sessionId={sessionId} result={result} showsKnown={beside.showsKnown} />
      {problem === null ? null : (
        <p className={classNames(layout.errorText, layout.breaks, styles.line)} role="alert">
          <Icon name="failed" /> <VisibleText text={problem} />
        </p>
      )}
      {isStrange ? (
        <p className={classNames(layout.warnText, layout.breaks, styles.line)} role="note">
          <Icon name="warning" /> The discovery document is of <VisibleText text={declared} />, and this log
          of <VisibleText text={logHost} />.
        </p>
      ) : null}
    </section>
  );
}

interface KnownProps extends AuditBesideProps {
  readonly showsKnown: boolean;
}

function Known({ sessionId, result, showsKnown }: KnownProps) {
  if (result?.known == null) return null;
  const { hidden, unused } = result.known;
  return (
    <span className={classNames(layout.inlineRow, layout.gap6)}>
      {countOf(hidden, 'known kind')}
      {unused === 0 ? '' : `, ${formatCount(unused)} in the baseline no longer found`}
      {hidden === 0 ? null : (
        <Button look="link" onPress={() => toggleKnown(sessionId)}>
          {showsKnown ? 'Hide what is known' : 'Show what is known'}
        </Button>
      )}
    </span>
  );
}
