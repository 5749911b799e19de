import { VisibleText } from '@openwop-inspector/renderers';
import { Fact, Icon, layout, ScrollRegion } from '@openwop-inspector/ui';
import { type ReactNode, useId, useState } from 'react';

export interface FoldProps {
  readonly title: string;
  /** Rendered only while it is unfolded. */
  readonly children: ReactNode;
}

/** Additional content below what is rendered, folded by default. */
export function Fold({ title, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <div className={layout('narrow topRuled')}>
      <button
        type="button"
        className={layout('row second gap6 wide min32 startText bare rowText pad0x16 focusInside hovers')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
        {title}
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </div>
  );
}

/** The raw body of a host's answer, masked by the shell. */
export function AnswerBody({ text }: { readonly text: string }) {
  return (
    <ScrollRegion
      className={layout('scrolls sunken framed rounded pad8x10 noOutline focusRing max220or30vh')}
      aria-label="Body of the answer"
    >
      <pre>
        <VisibleText text={text} />
      </pre>
    </ScrollRegion>
  );
}

interface TextFactProps {
  readonly name: string;
  /** Foreign text; null draws nothing. */
  readonly text: string | null;
  /** The text is an identifier. */
  readonly isCode?: boolean;
}

/** View: a fact whose value is a foreign text. */
export function TextFact({ name, text, isCode = false }: TextFactProps) {
  if (text === null) return null;
  return (
    <Fact name={name}>{isCode ? <VisibleText as="code" text={text} /> : <VisibleText text={text} />}</Fact>
  );
}
