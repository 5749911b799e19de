import { Button, Fact as FactRow, Facts, Icon, layout } from '@openwop-inspector/ui';
import { useRenderServices } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { type Fact, factsText } from './content-facts.ts';

/** Facts as a definition list; what does not fit carries a sign and its words. */
export function MediaFacts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <Facts>
      {rows.map(({ name, value, remark }) => (
        <FactRow key={name} name={name}>
          <VisibleText text={value} />
          {remark !== null && (
            <span className={layout('warnText leadIcon marginStart8')}>
              <Icon name="warning" size={12} />
              {remark}
            </span>
          )}
        </FactRow>
      ))}
    </Facts>
  );
}

interface CopyFactsButtonProps {
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
