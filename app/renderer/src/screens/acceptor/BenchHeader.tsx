import type { Profile } from '@openwop-inspector/acceptor-core';
import { countOf, formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { commandKeys } from '../../commands/key-caps.ts';
import { type BenchOrigin, changedLines, originWords } from '../../model/bench-origin.ts';
import buttonStyles from '../../ui/Button.module.css';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import styles from './Bench.module.css';

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

/** View: what is on the bench, under which reading, and what can be done with it. */
export function BenchHeader(props: BenchHeaderProps) {
  const { profile, canCopy, onProfile, onRun, onCopy, onOpenFile, onLeave } = props;
  return (
    <header className={styles.header} data-region="bench">
      <h1 className={styles.title}>
        <Icon name="repair" size={18} /> Acceptor
      </h1>
      <From {...props} />
      <span className={styles.actions}>
        <Segmented label="Profile" choices={PROFILES} value={profile} onChange={onProfile} />
        <Button icon="folder" onPress={onOpenFile}>
          Open
        </Button>
        <MenuTrigger>
          <AriaButton
            className={classNames(buttonStyles.button)}
            isDisabled={!canCopy}
            aria-label="Copy as, or save"
          >
            <Icon name="copy" /> Copy as
            <Icon name="chevronDown" size={12} />
          </AriaButton>
          <Popover placement="bottom end">
            <Menu className={classNames(styles.menu)} onAction={(key) => onCopy(formOf(String(key)))}>
              {COPIES.map(({ form, title }) => (
                <MenuItem key={form} id={form} className={classNames(styles.item)}>
                  {title}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
        <Button onPress={onLeave} keys={commandKeys('Escape')}>
          {props.leaveWords}
        </Button>
        <Button look="primary" onPress={onRun} keys={commandKeys('mod+Enter')}>
          Run
        </Button>
      </span>
    </header>
  );
}

const COPIES: readonly { readonly form: CopyForm; readonly title: string }[] = [
  { form: 'markdown', title: 'Copy as Markdown with the trace' },
  { form: 'command', title: 'Copy as command line' },
  { form: 'vector', title: 'Copy as vector' },
  { form: 'save-vector', title: 'Save as vector file' },
];

function formOf(key: string): CopyForm {
  return COPIES.find(({ form }) => form === key)?.form ?? 'markdown';
}

function From({ origin, text, envelopeType }: BenchHeaderProps) {
  const lines = changedLines(origin.text, text);
  // What was typed over the example is no longer the example.
  const isTyped = origin.kind === 'example' && lines > 0;
  const edited =
    lines === 0 || isTyped ? '' : `, edited: ${countOf(lines, 'line differs', 'lines differ')} from `;
  return (
    <p className={styles.from}>
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
          {originWords(origin)}{' '}
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
  }
}
