import { countOf, formatSequence, type MaskedText, unreachable } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import {
  announce,
  Button,
  copyText,
  Icon,
  type IconName,
  layout,
  MenuButton,
  Segmented,
} from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { saveText } from '../../shared/save-actions.ts';
import type { BenchPartProps } from './BenchPaneFrame.tsx';
import {
  asCommand,
  asMarkdown,
  asVectorFile,
  type BenchOrigin,
  changedLines,
  originText,
} from './bench-copies.ts';
import { openTextFile } from './bench-open.ts';
import type { BenchPart } from './bench-part.ts';
import type { Bench } from './bench-store.ts';
import { changeContext, runPart } from './bench-store.ts';
import { closeBench } from './open-acceptor.ts';

const PROFILES = [
  { value: 'lenient', label: 'Lenient', title: 'Follows the prose, with its allowances for version 1' },
  { value: 'strict', label: 'Strict', title: 'Takes the published schema literally, fills nothing in' },
  { value: 'reference', label: 'Reference', title: 'Does what the reference host does, deviations included' },
] as const;

/** The content of the bench, its profile, and its actions. */
export function BenchHeader({ benchId, bench }: BenchPartProps) {
  const { run, context, secrets } = bench;
  const copy = run === null ? null : { ...run, secrets };
  return (
    <BenchHead
      benchId={benchId}
      part="envelope"
      icon="repair"
      title="Acceptor"
      about={<From bench={bench} />}
      onOpen={() => openTextFile(benchId)}
      copies={
        copy === null
          ? []
          : [
              { title: 'Copy as Markdown with the trace', text: () => asMarkdown(copy) },
              { title: 'Copy as command line', text: () => asCommand(copy) },
              { title: 'Copy as vector', text: () => asVectorFile(copy) },
              { title: 'Save as vector file', text: () => asVectorFile(copy), savedAs: 'bench-vector.json' },
            ]
      }
    >
      <Segmented
        label="Profile"
        choices={PROFILES}
        value={context.profile ?? 'lenient'}
        onChange={(profile) => changeContext(benchId, { profile })}
      />
    </BenchHead>
  );
}

/** A text to copy, or to save. */
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
          entries={copies.map((copy) => ({ id: copy.title, title: copy.title }))}
          onAction={(chosen) => void take(copies.find((copy) => copy.title === chosen))}
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

async function take(copy: Copy | undefined): Promise<void> {
  if (copy === undefined) return;
  const { text, savedAs } = copy;
  if (savedAs !== undefined) return saveText({ suggestedName: savedAs, text: text(), kind: 'json' });
  const { kind } = await copyText(text());
  announce(kind === 'copied' ? 'Copied' : 'Copying was refused');
}

const ORIGINAL_WORDS = { event: 'what the log holds', file: 'the file', example: 'the example' } as const;

function From({ bench: { origin, text, run } }: { readonly bench: Bench }) {
  const envelopeType = run?.answer.lines[run.answer.at]?.type ?? null;
  const lines = changedLines(origin.text, text);
  // An edited example is no longer the example.
  const isTyped = origin.kind === 'example' && lines > 0;
  const edited = `, edited: ${countOf(lines, 'line differs', 'lines differ')} from ${ORIGINAL_WORDS[origin.kind]}`;
  return (
    <>
      {envelopeType === null ? 'An envelope' : <VisibleText as="code" text={envelopeType} />}{' '}
      {isTyped ? 'as typed here' : <Place origin={origin} />}
      {lines === 0 || isTyped ? '.' : `${edited}.`}
    </>
  );
}

function Place({ origin }: { readonly origin: BenchOrigin }) {
  switch (origin.kind) {
    case 'event':
      return (
        <>
          {originText(origin)}{' '}
          <b>
            {formatSequence(origin.sequence)} {origin.type}
          </b>
          {origin.nodeId === null ? '' : ' of node '}
          {origin.nodeId === null ? null : <VisibleText as="code" text={origin.nodeId} />}
        </>
      );
    case 'file':
      return (
        <>
          from <b>{origin.name}</b>
        </>
      );
    case 'example':
      return 'as an example: type, paste, or open a file';
    default:
      return unreachable(origin);
  }
}
