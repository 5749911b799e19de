import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, EmptyState, Icon, layout, tones } from '@openwop-inspector/ui';
import type { FindingGroup } from '../../model/connect-findings.ts';
import { SEVERITY_FORM } from '../../ui/severity-form.ts';
import styles from './Answers.module.css';

export interface FindingListProps {
  readonly groups: readonly FindingGroup[];
  readonly onGo: (pointer: string) => void;
}

/** View: what is odd about what the host advertises, worst first, each with its place and clause. */
export function FindingList({ groups, onGo }: FindingListProps) {
  if (groups.length === 0) {
    return (
      <EmptyState title="Nothing to say">
        No rule of the lint found anything in this document. That says nothing of how the host behaves.
      </EmptyState>
    );
  }
  return (
    <div className={styles.findings}>
      {groups.map(({ level, title, findings }) => (
        <section key={level} aria-label={title}>
          <h3
            className={classNames(
              layout.row,
              layout.heading,
              layout.ruled,
              layout.chrome,
              layout.gap6,
              styles.level,
              tones[level],
            )}
          >
            <Icon name={SEVERITY_FORM[level].icon} /> {title}
          </h3>
          <ul>
            {findings.map(({ rule, pointer, message, clause }) => (
              <li key={`${rule} ${pointer}`} className={styles.finding}>
                <p>
                  <VisibleText text={message} />
                </p>
                <span className={classNames(layout.flex, layout.wrap, layout.third, styles.place)}>
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
