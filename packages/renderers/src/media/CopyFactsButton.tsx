import { Button } from '@openwop-inspector/ui';
import { useRenderServices } from '../contract/render-services.ts';
import { type Fact, factsText } from './content-facts.ts';

export interface CopyFactsButtonProps {
  readonly rows: readonly Fact[];
  readonly alt: string | null;
}

/** Copies the facts on screen as lines of text, the description with them. */
export function CopyFactsButton({ rows, alt }: CopyFactsButtonProps) {
  const services = useRenderServices();
  const description: Fact = { name: 'Description', value: alt ?? 'none given', remark: null };
  return (
    <Button small onPress={() => void services.copyText(factsText([...rows, description]), 'Facts')}>
      Copy facts
    </Button>
  );
}
