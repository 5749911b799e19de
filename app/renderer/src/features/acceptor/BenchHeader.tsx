import { countOf, formatSequence, unreachable } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { announce, Button, copyText, Icon, layout, MenuButton, Segmented } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import { saveText } from '../../shared/save-actions.ts';
import type { BenchPartProps } from './BenchPaneFrame.tsx';
import { changeContext, runPart } from './bench-actions.ts';
import {
  asCommand,
  asMarkdown,
  asVectorFile,
  type BenchCopy,
  type BenchOrigin,
  changedLines,
  originText,
} from './bench-copies.ts';
import { openTextFile } from './bench-open.ts';
import type { BenchPart } from './bench-part.ts';
import type { Bench } from './bench-store.ts';
import { closeBench } from './open-acceptor.ts';

type CopyForm = 'vector' | 'command' | 'markdown' | 'save-vector';

const PROFILES = [
  { value: 'lenient', label: 'Lenient', title: 'Follows the prose, with its allowances for version 1' },
  { value: 'strict', label: 'Strict', title: 'Takes the published schema literally, fills nothing in' },
  { value: 'reference', label: 'Reference', title: 'Does what the reference host does, deviations included' },
] as const;

/** The content of the bench, its profile, and its actions. */
export function BenchHeader({ benchId, bench }: BenchPartProps) {
  const { run, context, secrets } = bench;
  return (
    <header className={layout('bar wrap ground gap6x12 pad8x16 min44')} data-region="bench">
      <h1 className={layout('row fixed title gap8')}>
        <Icon name="repair" size={18} /> Acceptor
      </h1>
      <From bench={bench} />
      <span className={layout('flex wrap fixed capped gap8')}>
        <Segmented
          label="Profile"
          choices={PROFILES}
          value={context.profile ?? 'lenient'}
          onChange={(profile) => changeContext(benchId, { profile })}
        />
        <Button icon="folder" onPress={() => void openTextFile(benchId)}>
          Open
        </Button>
        <MenuButton
          icon="copy"
          label="Copy as, or save"
          isDisabled={run === null}
          entries={COPIES}
          onAction={(form) => {
            if (run !== null) void take(form, { ...run, secrets });
          }}
        >
          Copy as
        </MenuButton>
        <LeaveAndRun benchId={benchId} part="envelope" />
      </span>
    </header>
  );
}

/** The last two buttons of every header of the acceptor. */
export function LeaveAndRun({ benchId, part }: { readonly benchId: string; readonly part: BenchPart }) {
  return (
    <>
      <Button onPress={closeBench} keys={keysOf('bench-leave')}>
        {benchId === '' ? 'Close' : 'Back to the run'}
      </Button>
      <Button look="primary" onPress={() => void runPart(benchId, part)} keys={keysOf('bench-run')}>
        Run
      </Button>
    </>
  );
}

async function take(form: CopyForm, copy: BenchCopy): Promise<void> {
  const vector = () => asVectorFile(copy);
  if (form === 'save-vector')
    return saveText({ suggestedName: 'bench-vector.json', text: vector(), kind: 'json' });
  await copyAndSay(form === 'vector' ? vector() : form === 'command' ? asCommand(copy) : asMarkdown(copy));
}

/** Copies a text and announces the result. */
export async function copyAndSay(text: Parameters<typeof copyText>[0]): Promise<void> {
  const { kind } = await copyText(text);
  announce(kind === 'copied' ? 'Copied' : 'Copying was refused');
}

const COPIES: readonly { readonly id: CopyForm; readonly title: string }[] = [
  { id: 'markdown', title: 'Copy as Markdown with the trace' },
  { id: 'command', title: 'Copy as command line' },
  { id: 'vector', title: 'Copy as vector' },
  { id: 'save-vector', title: 'Save as vector file' },
];

function From({ bench: { origin, text, run } }: { readonly bench: Bench }) {
  const envelopeType = run?.answer.lines[run.answer.at]?.type ?? null;
  const lines = changedLines(origin.text, text);
  // An edited example is no longer the example.
  const isTyped = origin.kind === 'example' && lines > 0;
  const edited =
    lines === 0 || isTyped ? '' : `, edited: ${countOf(lines, 'line differs', 'lines differ')} from `;
  return (
    <p className={layout('words narrow breaks prose grow320')}>
      {envelopeType === null ? 'An envelope' : <VisibleText as="code" text={envelopeType} />}{' '}
      {isTyped ? 'as typed here' : <Place origin={origin} />}
      {edited === '' ? '.' : `${edited}${ORIGINAL_WORDS[origin.kind]}.`}
    </p>
  );
}

const ORIGINAL_WORDS = { event: 'what the log holds', file: 'the file', example: 'the example' } as const;

function Place({ origin }: { readonly origin: BenchOrigin }) {
  switch (origin.kind) {
    case 'event':
      return (
        <>
          {originText(origin)}{' '}
          <b>
            {formatSequence(origin.sequence)} {origin.type}
          </b>
          {origin.nodeId === null ? null : (
            <>
              {' of node '}
              <VisibleText as="code" text={origin.nodeId} />
            </>
          )}
        </>
      );
    case 'file':
      return (
        <>
          from <b>{origin.name}</b>
        </>
      );
    case 'example':
      return <>as an example: type, paste, or open a file</>;
    default:
      return unreachable(origin);
  }
}
