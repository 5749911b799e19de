import { formatCount } from '@openwop-inspector/base';
import { Button, ControlButton, Icon, layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { CodeLines } from '../../code/highlight/CodeLine.tsx';
import { codeLanguage } from '../../code/highlight/languages.ts';
import { textLines } from '../../code/highlight/text-lines.ts';
import { useLineColours } from '../../code/highlight/use-line-colours.ts';
import { useRenderServices } from '../../contract/render-services.ts';
import { ScrollGroup } from '../../parts/elements.tsx';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import styles from './markdown.module.css';

/** Lines that are displayed at first, and that each press adds. */
const FIRST_LINES = 200;
const MORE_LINES = 2_000;

export interface SourceBlockProps {
  readonly text: string;
  /** Language as written after the fence; empty for none. */
  readonly lang?: string;
  /** Why it is source, in place of the language. */
  readonly label?: string;
}

/** Raw text: a code block, or something that is only ever displayed as source. */
export function SourceBlock({ text, lang = '', label }: SourceBlockProps) {
  const { copyText } = useRenderServices();
  const lines = useMemo(() => textLines(text), [text]);
  const language = codeLanguage(lang);
  const colours = useLineColours(lines, language);
  const [most, setMost] = useState(FIRST_LINES);
  const written = lang === 'math' ? 'Math, as source' : lang === '' ? 'Code' : lang.slice(0, 60);
  const name = label ?? (language?.name === 'mermaid' ? 'Mermaid, as source' : (language?.title ?? written));
  return (
    <div className={layout('crops card')}>
      <div className={layout('row min26 ruled ground caption', styles.sourceHead)}>
        <VisibleText as="span" className={layout('grow clip')} text={name} />
        <ControlButton
          look="icon"
          aria-label={`Copy ${name.toLowerCase().startsWith('code') ? 'code' : name}`}
          title="Copy"
          onClick={() => void copyText(text, 'Code')}
        >
          <Icon name="copy" />
        </ControlButton>
      </div>
      <ScrollGroup
        className={layout('focusInside', styles.sourceText)}
        aria-label={name}
        // Prose that could not be laid out has no lines of its own.
        data-wrapped={label !== undefined || undefined}
      >
        <CodeLines lines={lines} limit={most} colours={colours} />
      </ScrollGroup>
      {lines.count > most && (
        <div className={layout('aside topRuled ground pad4x12')}>
          <Button small onPress={() => setMost(most + MORE_LINES)}>
            Show more
          </Button>{' '}
          {formatCount(most)} of {formatCount(lines.count)} lines are displayed
        </div>
      )}
    </div>
  );
}
