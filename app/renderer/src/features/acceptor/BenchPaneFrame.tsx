import { Button, layout } from '@openwop-inspector/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Editor } from '../../shared/editor/create-editor.ts';
import { JsonEditor, type JsonEditorProps } from '../../shared/editor/JsonEditor.tsx';
import styles from './Acceptor.module.css';
import { changeText, format, registerEditor, revert, runPart, toggleDifference } from './bench-actions.ts';
import type { BenchPart } from './bench-part.ts';
import type { Bench } from './bench-store.ts';

/** The bench of a session. */
export interface BenchPartProps {
  readonly benchId: string;
  readonly bench: Bench;
}

interface BenchPaneFrameProps {
  readonly title: string;
  readonly region: string;
  /** Note next to the title. */
  readonly said: ReactNode;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

/** View: one of the panes of the bench below its title and its buttons. */
export function BenchPaneFrame({ title, region, said, tools, children }: BenchPaneFrameProps) {
  return (
    <section className={layout('column pane narrow ground')} aria-label={title} data-region={region}>
      <header className={layout('bar wrap nowrap chrome second pad5x12', styles.paneHead)}>
        <h2 className={layout.primary}>{title}</h2>
        {said}
        <span className={layout('flex toEnd gap6')}>{tools}</span>
      </header>
      {children}
    </section>
  );
}

export interface EditorPaneProps
  extends Omit<JsonEditorProps, 'original' | 'onChange' | 'onRun' | 'editorRef'>,
    Pick<BenchPaneFrameProps, 'title' | 'said'> {
  readonly benchId: string;
  readonly part: BenchPart;
  readonly original: string;
  readonly showsDifference: boolean;
  /** What is above the editor. */
  readonly head?: ReactNode;
  readonly foot?: ReactNode;
}

/** The text of a part of the bench in an editor, with annotations at their positions. */
export function EditorPane(props: EditorPaneProps) {
  const { benchId, part, title, said, original, showsDifference, head, foot, ...editor } = props;
  const editorRef = useRef<Editor | null>(null);
  const isEdited = editor.text !== original;
  useEffect(() => registerEditor(() => editorRef.current), []);
  return (
    <BenchPaneFrame
      title={title}
      region="envelope"
      said={said}
      tools={
        <>
          <Button small onPress={() => format(benchId, part)}>
            Format
          </Button>
          <Button
            small
            isDisabled={!isEdited && !showsDifference}
            onPress={() => toggleDifference(benchId, part)}
          >
            {showsDifference ? 'Hide difference' : 'Difference'}
          </Button>
          <Button small isDisabled={!isEdited} onPress={() => revert(benchId, part)}>
            Revert
          </Button>
        </>
      }
    >
      {head}
      <JsonEditor
        {...editor}
        editorRef={editorRef}
        original={showsDifference ? original : null}
        onChange={(next) => changeText(benchId, part, { text: next })}
        onRun={() => void runPart(benchId, part)}
      />
      {foot}
    </BenchPaneFrame>
  );
}

export interface BenchSectionProps {
  readonly title: ReactNode;
  /** Name of the section; the title when it is a text. */
  readonly label?: string;
  /** Small note next to the title. */
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** View: one of the sections of a result, below its title. */
export function BenchSection({ title, label, note, tools, children }: BenchSectionProps) {
  return (
    <section className={styles.section} aria-label={label ?? (typeof title === 'string' ? title : undefined)}>
      <header className={layout('row wrap min32 gap2x8 padY4')}>
        <h3 className={layout('row fixed capped gap6')}>{title}</h3>
        {note === undefined ? null : <span className={layout('caption breaks')}>{note}</span>}
        {tools === undefined ? null : <span className={layout('flex toEnd gap6')}>{tools}</span>}
      </header>
      {children}
    </section>
  );
}
