import { VisibleText } from '@openwop-inspector/renderers';
import { Icon, layout } from '@openwop-inspector/ui';
import styles from './Actions.module.css';

export interface FieldProblemProps {
  /** Null renders nothing. */
  readonly problem: string | null;
  /** For `aria-describedby` of the field; without it the problem is announced as an alert. */
  readonly id?: string;
}

/** View: the error of a field, below it. */
export function FieldProblem({ problem, id }: FieldProblemProps) {
  if (problem === null) return null;
  const named = id === undefined ? ({ role: 'alert' } as const) : { id };
  return (
    <span className={layout('flex breaks meta errorText gap6', styles.problem)} {...named}>
      <Icon name="failed" size={12} /> <VisibleText text={problem} />
    </span>
  );
}
