import { formatSequence } from '@openwop-inspector/base';
import type { SentencePart, Verdict } from '@openwop-inspector/run-log';
import { Button, classNames, Icon, layout, MenuButton, type MenuEntry, tones } from '@openwop-inspector/ui';
import { keysOf, runCommand } from '../commands/commands.ts';
import { goToOrigin } from '../features/sessions/travel.ts';
import { useInfoStore } from './settings-store.ts';

/** The result in one or two words. */
export function VerdictTitle({ tone, title }: { readonly tone: Verdict['tone']; readonly title: string }) {
  return (
    <h1 className={layout('row fixed nowrap title gap8')}>
      <Icon name={tone} size={18} className={classNames(tones[tone])} />
      {title}
    </h1>
  );
}

/** A sentence with the names of the log in monospace. */
export function Sentence({ parts }: { readonly parts: readonly SentencePart[] }) {
  return parts.map(({ text, kind }, at) => {
    const Part = kind === 'code' ? 'code' : kind === 'strong' ? 'b' : 'span';
    // A name or a message that is read from right to left turns nothing around it.
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence have no other identity
      <Part key={at}>
        <bdi>{text}</bdi>
      </Part>
    );
  });
}

interface OriginButtonProps {
  readonly sessionId: string;
  readonly verdict: Verdict;
}

/** The way from a failure to its cause, or to the start of its chain while no cause is known. */
export function OriginButton({ sessionId, verdict: { cause, chainStart } }: OriginButtonProps) {
  const origin = cause ?? chainStart;
  if (origin === null) return null;
  return (
    <Button
      icon={cause === null ? 'chainStart' : 'problems'}
      onPress={() => goToOrigin(sessionId, origin.ordinal)}
      {...(cause === null ? { keys: keysOf('chain-start') } : {})}
    >
      {cause === null ? 'Chain starts at' : 'Cause'} <code>{formatSequence(origin.sequence)}</code>
    </Button>
  );
}

type Shared = 'export' | 'copy-report' | 'save-session' | 'safe-log' | 'copy-link';

/** By command: its contents, and what is masked in them. */
const FORMS: readonly MenuEntry<Shared>[] = [
  {
    id: 'export',
    title: 'Report (HTML)…',
    icon: 'file',
    note: 'Verdict, causes and events; opens in any browser. Secrets masked.',
  },
  {
    id: 'copy-report',
    title: 'Copy report (Markdown)',
    icon: 'copy',
    note: 'Verdict and causes of the failure, for an issue. Secrets masked.',
  },
  {
    id: 'save-session',
    title: 'Session file…',
    icon: 'save',
    note: 'Log of up to 32 MiB, view, notes and filters; opens here. Secrets numbered.',
  },
  {
    id: 'safe-log',
    title: 'Safe log (NDJSON)…',
    icon: 'log',
    note: 'All events, one run, or those around the failure; opens here. Secrets numbered.',
  },
  {
    id: 'copy-link',
    title: 'Copy link',
    icon: 'link',
    note: 'Names of file, filter and event, for this computer. Secrets masked.',
  },
];

/** Every form in which a run is passed on. The address of the desktop's window opens nowhere else, so it has no link. */
export function ShareMenu() {
  const isDesktop = useInfoStore(({ shell }) => shell === 'desktop');
  const entries = isDesktop ? FORMS.filter(({ id }) => id !== 'copy-link') : FORMS;
  return (
    <MenuButton icon="external" entries={entries} onAction={runCommand}>
      Share
    </MenuButton>
  );
}
