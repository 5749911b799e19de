import { countOf, formatAgo } from '@openwop-inspector/base';
import type { FileProblem, RecentFile } from '@openwop-inspector/shell-contract';
import { Button, classNames, Icon, type IconName, Kbd, layout, tones } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import type { LiveRun } from '../../model/recent-live-runs.ts';
import { VERDICT_ICON } from '../../ui/severity-form.ts';
import styles from './StartScreen.module.css';

/** A sample run that comes with the application. */
export interface SampleEntry {
  readonly sampleId: string;
  readonly title: string;
}

export interface StartScreenProps {
  readonly recent: readonly RecentFile[];
  readonly liveRuns: readonly LiveRun[];
  readonly samples: readonly SampleEntry[];
  readonly nowMs: number;
  readonly openKeys: readonly string[];
  readonly folderKeys: readonly string[];
  readonly pasteKeys: readonly string[];
  readonly hostsKeys: readonly string[];
  readonly acceptorKeys: readonly string[];
  readonly failures: readonly FileProblem[];
  /** Opens the form for the address of a live run. */
  readonly attach?: ReactNode;
  /** Captures left by earlier sessions. */
  readonly left?: ReactNode;
  readonly onPick: () => void;
  readonly onPickFolder: () => void;
  readonly onPaste: () => void;
  readonly onHosts: () => void;
  readonly onAcceptor: () => void;
  readonly onRecent: (recentId: string) => void;
  readonly onClearRecent: () => void;
  /** True while a run is being attached to. */
  readonly isAttaching: (run: LiveRun) => boolean;
  readonly onLiveRun: (run: LiveRun) => void;
  readonly onSample: (sampleId: string) => void;
  readonly onDismissFailures: () => void;
}

/** The screen without an open file: the ways to open one. */
export function StartScreen(props: StartScreenProps) {
  const { samples } = props;
  return (
    <div className={layout('fill scrolls ground')}>
      <section className={styles.start} aria-labelledby="start-title" data-region="start">
        <h1 id="start-title" className={layout.big}>
          Open a run
        </h1>
        <p className={layout('words', styles.lead)}>
          Debug bundle, event log, snapshot, SSE capture or envelopes. Files stay on this machine.
        </p>
        <div className={styles.doors}>
          {choicesOf(props).map((choice) => (
            <StartChoice key={choice.title} {...choice} />
          ))}
        </div>
        {props.failures.length === 0 ? null : (
          <OpenFailures failures={props.failures} onDismiss={props.onDismissFailures} />
        )}
        {props.attach}
        {props.left}
        <Recent {...props} />
        {samples.length === 0 ? null : (
          <List title="Samples">
            {samples.map(({ sampleId, title }) => (
              <Entry
                key={sampleId}
                icon="file"
                name={title}
                facts={['sample']}
                onPress={() => props.onSample(sampleId)}
              />
            ))}
          </List>
        )}
      </section>
    </div>
  );
}

/** The ways to open a run, in their order. */
const choicesOf = (props: StartScreenProps): readonly StartChoiceProps[] => [
  {
    icon: 'folder',
    title: 'Open files',
    about: 'several open as one log',
    keys: props.openKeys,
    onPress: props.onPick,
  },
  {
    icon: 'runs',
    title: 'Open a folder',
    about: 'every log in it, as one',
    keys: props.folderKeys,
    onPress: props.onPickFolder,
  },
  {
    icon: 'paste',
    title: 'Paste',
    about: 'JSON, NDJSON or SSE text',
    keys: props.pasteKeys,
    onPress: props.onPaste,
  },
  {
    icon: 'live',
    title: 'Attach to a live host',
    about: 'follow a run while it happens',
    keys: props.hostsKeys,
    onPress: props.onHosts,
  },
  {
    icon: 'repair',
    title: 'Try an envelope in the acceptor',
    about: 'which step decides, and why',
    keys: props.acceptorKeys,
    onPress: props.onAcceptor,
  },
];

interface StartChoiceProps {
  readonly icon: IconName;
  readonly title: string;
  readonly about: string;
  readonly keys: readonly string[];
  readonly onPress: () => void;
}

function StartChoice({ icon, title, about, keys, onPress }: StartChoiceProps) {
  return (
    <Button className={styles.door} onPress={onPress}>
      <Icon name={icon} size={16} className={layout.accentText} />
      <span className={layout('grow grid', styles.doorWords)}>
        <b>{title}</b>
        <span>{about}</span>
      </span>
      <Kbd keys={keys} isHint />
    </Button>
  );
}

type RecentProps = Pick<
  StartScreenProps,
  'recent' | 'liveRuns' | 'nowMs' | 'isAttaching' | 'onRecent' | 'onLiveRun' | 'onClearRecent'
>;

function Recent(props: RecentProps) {
  const { recent, liveRuns, nowMs, isAttaching, onRecent, onLiveRun, onClearRecent } = props;
  if (recent.length === 0 && liveRuns.length === 0) {
    return (
      <List title="Recent">
        <li className={styles.none}>
          Nothing yet. What you open is listed here by name; its content is not kept.
        </li>
      </List>
    );
  }
  return (
    <List
      title="Recent"
      end={
        recent.length === 0 ? null : (
          <Button look="link" small onPress={onClearRecent}>
            {liveRuns.length === 0 ? 'Clear' : 'Clear files'}
          </Button>
        )
      }
    >
      {liveRuns.map((run) => (
        <Entry
          key={`${run.hostId} ${run.runId ?? ''}`}
          icon="live"
          name={run.name}
          facts={[
            isAttaching(run) ? 'attaching, press again to cancel' : 'live host',
            run.attachedAtMs === null ? '' : formatAgo(run.attachedAtMs, nowMs),
          ]}
          onPress={() => onLiveRun(run)}
        />
      ))}
      {recent.map(({ recentId, name, events, tone, openedAtMs }) => (
        <Entry
          key={recentId}
          icon={isTone(tone) ? VERDICT_ICON[tone] : 'file'}
          tone={isTone(tone) ? tone : null}
          name={name}
          facts={[events === null ? '' : countOf(events, 'event'), formatAgo(openedAtMs, nowMs)]}
          onPress={() => onRecent(recentId)}
        />
      ))}
    </List>
  );
}

function isTone(tone: string | null): tone is keyof typeof VERDICT_ICON {
  return tone !== null && Object.hasOwn(VERDICT_ICON, tone);
}

interface ListProps {
  readonly title: string;
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** A list with its title, and actions on all of it. */
export function List({ title, end, children }: ListProps) {
  return (
    <section aria-label={title}>
      <h2 className={layout('row caption gap12', styles.heading)}>
        {title}
        {end}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

interface EntryProps {
  readonly icon: IconName;
  readonly tone?: keyof typeof tones | null;
  readonly name: string;
  readonly facts: readonly string[];
  readonly onPress: () => void;
}

function Entry({ icon, tone = null, name, facts, onPress }: EntryProps) {
  return (
    <li>
      <Button className={styles.entry} onPress={onPress}>
        <Icon name={icon} className={classNames(tone !== null && tones[tone])} />
        <span className={layout.ellipsis}>{name}</span>
        {facts.map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of columns
          <span key={at} className={styles.fact}>
            {fact}
          </span>
        ))}
      </Button>
    </li>
  );
}

/** Files that could not be opened, each with its name and the reason. */
export function OpenFailures({
  failures,
  onDismiss,
}: {
  readonly failures: readonly FileProblem[];
  readonly onDismiss: () => void;
}) {
  return (
    <div className={layout('rowTop gap8', styles.failures)} role="alert">
      <Icon name="failed" className={tones.failed} />
      <ul>
        {failures.map(({ name, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may fail twice
          <li key={at}>
            {message.startsWith(name) ? null : <b>{name}: </b>}
            {message}
          </li>
        ))}
      </ul>
      <Button small onPress={onDismiss}>
        Put away
      </Button>
    </div>
  );
}
