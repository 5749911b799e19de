import { FoldedPart } from './FoldedPart.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import styles from './sheet.module.css';

interface FormPartProps {
  readonly title: string;
  readonly schema: unknown;
  readonly pointer: string | null;
}

/** The form of an answer that cannot be given here. */
export function FormPart({ title, schema, pointer }: FormPartProps) {
  return (
    <FoldedPart title={title} size="" open>
      <SchemaForm schema={schema} label={title} pointer={pointer} />
      <p className={styles.quiet}>
        An attached session has the form for the answer, in its tab Open interrupt.
      </p>
    </FoldedPart>
  );
}
