import { countOf, formatBytes, formatCount, type MaskedText } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { ExportItem, ProblemGroup, SessionSummary } from '@openwop-inspector/run-log';
import { Badge, Button, classNames, Fact, Icon, type IconName, layout } from '@openwop-inspector/ui';
import { type ReactNode, useMemo } from 'react';
import { useJob } from '../../shared/job-query.ts';
import { useProblemPages } from '../../shared/pages.ts';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';
import styles from './Load.module.css';
import { emptyHeadline, FORMAT_WORDS } from './load-text.ts';
import { openNamedLog, pickFiles, pickOne, type TakeFile, takeRecent } from './open-actions.ts';
import { useRecent } from './StartScreen.tsx';
import { closeSession, reloadSession, reloadSessions } from './session-actions.ts';
import type { Session } from './sessions-store.ts';
import { showView } from './view-store.ts';

interface LoadFrameProps {
  readonly label: string;
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly sessionId: string;
  /** What can be done, before the button that closes the session. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** View: in place of the rows of a source that has none: what it is, and the remedy. */
function LoadFrame(props: LoadFrameProps) {
  const { label, icon, title, sessionId, actions, children } = props;
  return (
    <div className={layout('fill scrolls')}>
      <section className={layout('grid gap10 screen')} aria-label={label} data-region="load">
        <h1 className={layout('row breaks big gap10')}>
          <Icon name={icon} size={20} className={classNames(icon === 'failed' && layout.errorText)} />
          {title}
        </h1>
        {children}
        <div className={layout('flex wrap gap8')}>
          {actions}
          <Button onPress={() => closeSession(sessionId)}>Close this one</Button>
        </div>
      </section>
    </div>
  );
}

interface OpenErrorProps {
  readonly sessionId: string;
  readonly summary: SessionSummary;
}

/** Error screen of an unreadable file: its name, the reason, its content, and the remedy. */
export function OpenError({ sessionId, summary }: OpenErrorProps) {
  const { error, explanation, exportItems, items } = summary;
  const said = [error, explanation].filter((words) => words !== undefined);
  return (
    <LoadFrame
      label="What was found"
      icon={error === undefined ? 'note' : 'failed'}
      title={emptyHeadline(summary)}
      sessionId={sessionId}
      actions={
        <Button look="primary" onPress={() => void pickFiles()}>
          Choose another file
        </Button>
      }
    >
      {(said.length === 0 ? [NO_EVENT] : said).map((words) => (
        <p key={words} className={layout('words breaks')}>
          {words}
        </p>
      ))}
      <ReadFacts summary={summary} />
      {exportItems === undefined ? null : <ExportItems items={exportItems} total={items} />}
      <FoundProblems sessionId={sessionId} />
    </LoadFrame>
  );
}

const NO_EVENT = 'The file is whole and was read to its end, but there is no event in it.';

/** Items of an estate export: their kinds, and their requirements. */
function ExportItems({ items, total }: { readonly items: readonly ExportItem[]; readonly total: number }) {
  return (
    <section className={layout('grid breaks scrolls gap4 max320')} aria-label="Items">
      <h2 className={layout.title}>{countOf(total, 'item')}</h2>
      <ul>
        {items.map(({ kind, ref, dependsOn }, i) => (
          // Items may repeat; their order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that is read once
          <li key={i} className={layout.padY3}>
            {kind} <code>{ref}</code>
            {dependsOn.length === 0 ? null : `, needs ${dependsOn.join(', ')}`}
          </li>
        ))}
      </ul>
      {items.length < total ? <p>The first {formatCount(items.length)} are listed.</p> : null}
    </section>
  );
}

function ReadFacts({ summary }: { readonly summary: SessionSummary }) {
  const { format, gzip, sizeBytes, events, envelopes, items, unreadable } = summary;
  const read = [
    events > 0 ? countOf(events, 'event') : null,
    envelopes > 0 ? countOf(envelopes, 'envelope') : null,
    items > 0 ? countOf(items, 'item') : null,
  ].filter((part) => part !== null);
  return (
    <dl className={layout('breaks', styles.facts)}>
      <Fact name="format">
        {FORMAT_WORDS[format]}
        {gzip ? ', gzip' : ''}
      </Fact>
      <Fact name="size">{formatBytes(sizeBytes)}</Fact>
      <Fact name="read">{read.length === 0 ? 'no event' : read.join(', ')}</Fact>
      {unreadable === 0 ? null : <Fact name="not read">{countOf(unreadable, 'entry', 'entries')}</Fact>}
    </dl>
  );
}

/** The worker itself failed: all its sessions are gone, the files are not. */
export function BrokenSession({ session, reason }: { readonly session: Session; readonly reason: string }) {
  const { sessionId, name } = session;
  return (
    <LoadFrame
      label="What happened"
      icon="failed"
      title={`The part that reads ${name} has stopped`}
      sessionId={sessionId}
      actions={
        <Button look="primary" onPress={reloadSessions}>
          Read it again
        </Button>
      }
    >
      <p className={layout('words breaks')}>
        Its own words: <b className={layout.primary}>{reason}</b>. The file itself was not touched; reading it
        again usually works unless memory is short.
      </p>
    </LoadFrame>
  );
}

/** Container: above the rows of an incomplete source: what is loaded, why not all, and the remedy. */
export function PartialNotice({ sessionId, summary }: OpenErrorProps) {
  const { cancelled } = summary;
  const { data } = useJob('problems', { sessionId, code: 'ends_early', offset: 0, limit: 1 });
  return (
    <section className={layout('bar gap12 pad8x16', styles.strip, styles.partial)} aria-label="Not whole">
      <Icon name="truncated" className={layout.warnText} />
      <span className={layout('grow breaks')}>{partialText(summary, data?.[0]?.problem.message)}</span>
      <Button small onPress={() => (cancelled ? reloadSession(sessionId) : showView(sessionId, 'problems'))}>
        {cancelled ? 'Read it whole' : 'See its problems'}
      </Button>
    </section>
  );
}

/** `ending` is the problem list's text about the end of the file, with its byte. */
function partialText(summary: SessionSummary, ending: string | undefined): string {
  const size = countOf(summary.events, 'event');
  if (summary.cancelled)
    return `Reading was cancelled. The first ${size} are open; what follows is not known.`;
  const why =
    ending ??
    summary.error ??
    `The file ends early; ${size} before its end ${summary.events === 1 ? 'is' : 'are'} open`;
  return `${why.replace(/[.]$/, '')}. Nothing was guessed.`;
}

/** Container of a session file without a log: the required log, and the ways to open it. */
export function WantedLog({ session, logName }: { readonly session: Session; readonly logName: MaskedText }) {
  const sameName = useRecent().find(({ name }) => name === logName);
  const take: TakeFile = (file, reopen) => void openNamedLog(session, file, reopen);
  return (
    <LoadFrame
      label="The log of this session"
      icon="file"
      title={
        <span>
          This session was saved from <VisibleText text={logName} />
        </span>
      }
      sessionId={session.sessionId}
      actions={
        <>
          {sameName === undefined ? null : (
            <Button look="primary" icon="file" onPress={() => void takeRecent(sameName.recentId, take)}>
              Open the recent file of this name
            </Button>
          )}
          <Button
            look={sameName === undefined ? 'primary' : 'plain'}
            onPress={() => void pickOne('The log of the session', take)}
          >
            Choose the log
          </Button>
        </>
      }
    >
      <p className={layout('words breaks')}>
        The file holds the view, the filter and the notes, and not the log. Choose the log, and it opens where
        the session was left.
      </p>
    </LoadFrame>
  );
}

/** Maximum number of listed problems of one kind. */
const MAX_DISPLAYED = 10;
const SEVERE = ['error', 'warning'] as const;

/** Problems of a file that contains no run, by place; nothing when all of them are reported above. */
export function FoundProblems({ sessionId }: { readonly sessionId: string }) {
  const { data } = useJob('problemGroups', { sessionId, severities: SEVERE });
  const groups = useMemo(() => (data ?? []).filter(({ code }) => code !== 'unknown_format'), [data]);
  const pages = useMemo(() => groups.map(({ code }) => ({ code, page: 0 })), [groups]);
  const { problemAt } = useProblemPages(sessionId, pages);
  if (groups.length === 0) return null;
  const listOf = ({ code, count }: ProblemGroup) =>
    Array.from({ length: Math.min(count, MAX_DISPLAYED) }, (_, at) => problemAt(code, at));
  const found = groups.flatMap(listOf).flatMap((row) => (row === null ? [] : [row]));
  const more = groups.reduce((sum, { count }) => sum + Math.max(0, count - MAX_DISPLAYED), 0);
  return (
    <section className={layout('grid breaks scrolls gap4 max320')} aria-label="Problems">
      <h2 className={layout.title}>Problems</h2>
      <ul>
        {found.map(({ id, problem: { severity, message, line } }) => (
          <li key={id} className={layout.padY3}>
            <Badge tone={severity}>{SEVERITY_FORM[severity].word}</Badge>{' '}
            {line === undefined ? '' : `Line ${formatCount(line)}: `}
            {message}
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p>And {countOf(more, 'more problem')}.</p>}
    </section>
  );
}
