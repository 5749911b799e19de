import { useRenderServices } from '../contract/render-services.ts';
import { type Fact, factsText } from './content-facts.ts';
import styles from './media-parts.module.css';

export interface CopyFactsButtonProps {
  readonly rows: readonly Fact[];
  readonly alt: string | null;
}

/** Copies the facts on screen as lines of text, the description with them. */
export function CopyFactsButton({ rows, alt }: CopyFactsButtonProps) {
  const services = useRenderServices();
  const description: Fact = { name: 'Description', value: alt ?? 'none given', remark: null };
  return (
    <button
      type="button"
      className={styles.button}
      onClick={() => void services.copyText(factsText([...rows, description]), 'Facts')}
    >
      Copy facts
    </button>
  );
}
