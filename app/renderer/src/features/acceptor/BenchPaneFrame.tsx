import type { MaskedText } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import {
  announce,
  Button,
  classNames,
  copyText,
  EmptyState,
  Icon,
  type IconName,
  layout,
  MenuButton,
  tones,
} from '@openwop-inspector/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import type { JobTrouble } from '../../acceptor-worker/acceptor-client.ts';
import { keysOf } from '../../commands/commands.ts';
import type { Editor } from '../../shared/editor/create-editor.ts';
import { JsonEditor, type JsonEditorProps } from '../../shared/editor/JsonEditor.tsx';
import { Name } from '../../shared/Name.tsx';
import { saveText } from '../../shared/save-actions.ts';
import styles from './Acceptor.module.css';
import type { BenchPart } from './bench-part.ts';
import type { Bench } from './bench-store.ts';
import { changeText, format, registerEditor, revert, runPart, toggleDifference } from './bench-store.ts';
import { closeBench } from './open-acceptor.ts';

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
      <header className={layout('bar wrap nowrap chrome second gap4x10 pad5x12 minBar')}>
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
  const isPlain = !isEdited && !showsDifference;
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
          <Button small isDisabled={isPlain} onPress={() => toggleDifference(benchId, part)}>
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

interface Copy {
  readonly title: string;
  readonly text: () => MaskedText;
  /** Proposed name of the file; copied without it. */
  readonly savedAs?: string;
}

export interface BenchHeadProps {
  readonly benchId: string;
  readonly part: BenchPart;
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly about: ReactNode;
  readonly onOpen: () => Promise<void>;
  /** None before there is something to copy. */
  readonly copies: readonly Copy[];
  /** Controls before the buttons. */
  readonly children: ReactNode;
}

/** View: the head of a part of the acceptor: what it is about, and its actions. */
export function BenchHead(props: BenchHeadProps) {
  const { benchId, part, icon, title, about, onOpen, copies, children } = props;
  return (
    <header className={layout('bar wrap ground gap6x12 pad8x16 min44')} data-region="bench">
      <h1 className={layout('row fixed title gap8')}>
        <Icon name={icon} size={18} /> {title}
      </h1>
      <p className={layout('words narrow breaks prose grow320')}>{about}</p>
      <span className={layout('flex wrap fixed capped gap8')}>
        {children}
        <Button icon="folder" onPress={() => void onOpen()}>
          Open
        </Button>
        <MenuButton
          icon="copy"
          label="Copy as, or save"
          isDisabled={copies.length === 0}
          entries={copies.map((copy) => ({ id: copy.title, title: copy.title, act: () => void take(copy) }))}
        >
          Copy as
        </MenuButton>
        <Button onPress={closeBench} keys={keysOf('bench-leave')}>
          {benchId === '' ? 'Close' : 'Back to the run'}
        </Button>
        <Button look="primary" onPress={() => void runPart(benchId, part)} keys={keysOf('bench-run')}>
          Run
        </Button>
      </span>
    </header>
  );
}

async function take({ text, savedAs }: Copy): Promise<void> {
  if (savedAs !== undefined) return saveText({ suggestedName: savedAs, text: text(), kind: 'json' });
  const { kind } = await copyText(text());
  announce(kind === 'copied' ? 'Copied' : 'Copying was refused');
}

export interface BenchSectionProps {
  readonly title: string;
  /** Glyph before the title. */
  readonly icon?: ReactNode;
  /** Name of the section; the title unless given. */
  readonly label?: string;
  /** Small note next to the title. */
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** View: one of the sections of a result, below its title. */
export function BenchSection({ title, icon, label = title, note, tools, children }: BenchSectionProps) {
  return (
    <section className={layout('ruled pad0x12x10')} aria-label={label}>
      <header className={layout('row wrap min32 gap2x8 padY4')}>
        <h3 className={layout('row fixed capped gap6')}>
          {icon} {title}
        </h3>
        {note === undefined ? null : <span className={layout('caption breaks')}>{note}</span>}
        {tools === undefined ? null : <span className={layout('flex toEnd gap6')}>{tools}</span>}
      </header>
      {children}
    </section>
  );
}

export interface ResultHeadProps {
  /** Name of the section. */
  readonly label: string;
  readonly icon: IconName;
  readonly tone: keyof typeof tones;
  readonly title: string;
  readonly code: string | null;
  /** What it means, below the title. */
  readonly children: ReactNode;
}

/** View: what a trial came to, at the top of its result. */
export function ResultHead({ label, icon, tone, title, code, children }: ResultHeadProps) {
  return (
    <section className={layout('ruled pad12')} aria-label={label}>
      <h3 className={layout('row wrap gap8 title', styles.outcome)}>
        <Icon name={icon} size={18} className={classNames(tones[tone])} />
        {title}
        {code === null ? null : <Name text={code} />}
      </h3>
      {children}
    </section>
  );
}

interface RemarksProps {
  readonly icon: 'warning' | 'note';
  readonly label?: string;
  /** `name`: as on the wire, before the text. `needs`: what would have to be there. */
  readonly of: readonly {
    readonly name?: string;
    readonly text: string;
    readonly clause?: string;
    readonly needs?: string;
  }[];
}

/** View: remarks on a trial, a line each. */
export function Remarks({ icon, of, label }: RemarksProps) {
  return (
    <ul aria-label={label}>
      {of.map(({ name, text, clause, needs = '' }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a remark is its number
        <li key={at} className={layout('grid breaks padY3 topIcon glyph16Column gap0x6')}>
          <Icon name={icon} className={classNames(icon === 'note' ? tones.note : tones.warn)} />
          <span>
            {name === undefined ? null : <VisibleText as="code" text={name} />} <VisibleText text={text} />{' '}
            {clause === undefined ? null : <Clause isQuiet clause={clause} />}
            {needs === '' ? null : <VisibleText as="span" className={layout.third} text={`needs ${needs}`} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** View: why the acceptor gave no answer. */
export function NoAnswer({ trouble }: { readonly trouble: JobTrouble }) {
  if (trouble.kind === 'stopped')
    return (
      <EmptyState title={`Stopped after ${trouble.afterMs / 1000} seconds`}>
        The acceptor was ended: most often a pattern of a schema in the context that backtracks without end.
        Change the schema or leave it out, and run again. Nothing else is affected.
      </EmptyState>
    );
  return (
    <EmptyState title="A bug of the inspector stopped the acceptor">
      Its words, for a report: <code>{trouble.reason}</code>
    </EmptyState>
  );
}
