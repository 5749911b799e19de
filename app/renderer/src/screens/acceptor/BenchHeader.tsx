import type { Profile } from '@openwop-inspector/acceptor-core';
import { countOf, formatSequence, unreachable } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Icon, layout, MenuButton, Segmented } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import { type BenchOrigin, changedLines, originText } from '../../model/bench-origin.ts';
import styles from './Acceptor.module.css';

export type CopyForm = 'vector' | 'command' | 'markdown' | 'save-vector';

export interface BenchHeaderProps {
  readonly origin: BenchOrigin;
  readonly text: string;
  readonly envelopeType: string | null;
  readonly profile: Profile;
  readonly canCopy: boolean;
  readonly onProfile: (profile: Profile) => void;
  readonly onRun: () => void;
  readonly onCopy: (form: CopyForm) => void;
  readonly onOpenFile: () => void;
  readonly onLeave: () => void;
  readonly leaveWords: string;
}

const PROFILES = [
  { value: 'lenient', label: 'Lenient' },
  { value: 'strict', label: 'Strict' },
  { value: 'reference', label: 'Reference' },
] as const;

/** View: the content of the bench, its profile, and its actions. */
export function BenchHeader(props: BenchHeaderProps) {
  const { profile, canCopy, onProfile, onRun, onCopy, onOpenFile, onLeave } = props;
  return (
    <header className={layout('bar wrap', styles.header)} data-region="bench">
      <h1 className={layout('row fixed title gap8')}>
        <Icon name="repair" size={18} /> Acceptor
      </h1>
      <From {...props} />
      <span className={layout('flex wrap fixed gap8')}>
        <Segmented label="Profile" choices={PROFILES} value={profile} onChange={onProfile} />
        <Button icon="folder" onPress={onOpenFile}>
          Open
        </Button>
        <MenuButton
          icon="copy"
          label="Copy as, or save"
          isDisabled={!canCopy}
          entries={COPIES}
          onAction={onCopy}
        >
          Copy as
        </MenuButton>
        <Button onPress={onLeave} keys={keysOf('bench-leave')}>
          {props.leaveWords}
        </Button>
        <Button look="primary" onPress={onRun} keys={keysOf('bench-run')}>
          Run
        </Button>
      </span>
    </header>
  );
}

const COPIES: readonly { readonly id: CopyForm; readonly title: string }[] = [
  { id: 'markdown', title: 'Copy as Markdown with the trace' },
  { id: 'command', title: 'Copy as command line' },
  { id: 'vector', title: 'Copy as vector' },
  { id: 'save-vector', title: 'Save as vector file' },
];

function From({ origin, text, envelopeType }: BenchHeaderProps) {
  const lines = changedLines(origin.text, text);
  // An edited example is no longer the example.
  const isTyped = origin.kind === 'example' && lines > 0;
  const edited =
    lines === 0 || isTyped ? '' : `, edited: ${countOf(lines, 'line differs', 'lines differ')} from `;
  return (
    <p className={layout('words narrow breaks', styles.from)}>
      {envelopeType === null ? (
        'An envelope'
      ) : (
        <code>
          <VisibleText text={envelopeType} />
        </code>
      )}{' '}
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
              <code>
                <VisibleText text={origin.nodeId} />
              </code>
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
      return <>to start with: type, paste, or open a file</>;
    default:
      return unreachable(origin);
  }
}
