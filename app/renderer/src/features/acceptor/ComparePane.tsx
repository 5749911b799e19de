import {
  type AcceptResult,
  type HostDeclaration,
  parseJsonText,
  readAcceptContext,
  readHostDeclaration,
  STEPS,
  type StepVerdict,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { isRecord } from '@openwop-inspector/base';
import { reasonsText, type UnknownReasons } from '@openwop-inspector/protocol';
import { VisibleText } from '@openwop-inspector/renderers';
import {
  Button,
  classNames,
  Icon,
  IconButton,
  layout,
  pickText,
  TableHead,
  tones,
} from '@openwop-inspector/ui';
import { useState } from 'react';
import type { ProfileAnswer, SavedHost } from '../../acceptor-worker/run-jobs.ts';
import { Form } from '../../shared/Form.tsx';
import { Name } from '../../shared/Name.tsx';
import styles from './Acceptor.module.css';
import { BenchSection } from './BenchPaneFrame.tsx';
import { type Comparison, replaceHost, useBenchHosts } from './bench-store.ts';
import type { ReadContext } from './context-fields.ts';
import { outcomeForm, stepTitle, verdictForm } from './outcome-text.ts';

export interface ComparePaneProps {
  readonly benchId: string;
  /** Null while it is computed. */
  readonly comparison: Comparison | null;
  /** Known facts about its host, to be saved under a name. */
  readonly host: HostDeclaration | null;
}

/** The same envelope under other readings of the text, and at the saved hosts. */
export function ComparePane({ benchId, comparison, host }: ComparePaneProps) {
  const hosts = useBenchHosts((state) => state.hosts);
  const load = async () => {
    const file = await pickText('Discovery document of a host');
    const read = file === null ? null : readHostFile(file.text);
    if (file === null || read?.ok !== true || !read.context.host) return;
    const name = file.name.replace(/[.]json$/, '');
    replaceHost(benchId, name, { name, host: read.context.host });
  };
  return (
    <div className={layout('full scrolls')}>
      <Profiles comparison={comparison} />
      <BenchSection
        title="On saved hosts"
        note="same envelope, their declarations"
        tools={
          <Button small icon="folder" onPress={() => void load()}>
            From a file
          </Button>
        }
      >
        {hosts.length === 0 ? (
          <p className={layout('words breaks prose marginTop4')}>
            No declaration is saved. Save the one of this bench, or take the discovery document of a host from
            a file.
          </p>
        ) : (
          <Hosts answers={comparison?.hosts ?? null} hosts={hosts} benchId={benchId} />
        )}
        {host === null ? null : <SaveHost host={host} benchId={benchId} />}
      </BenchSection>
    </div>
  );
}

function Profiles({ comparison }: { readonly comparison: Comparison | null }) {
  const compared = comparison?.profiles ?? null;
  if (compared === null)
    return <p className={layout('words breaks prose marginTop4')}>The profiles are being compared.</p>;
  if (!compared.known) return <NotCompared reasons={compared.reasons} />;
  const rows = profileRows(compared.value);
  return (
    <BenchSection title="Under each profile" note={profilesText(rows)}>
      <table className={layout.table}>
        <TableHead names={['step', ...compared.value.map(({ profile }) => profile)]} />
        <tbody>
          <tr>
            <th scope="row">outcome</th>
            {compared.value.map(({ profile, result }) => (
              <td key={profile}>
                <Verdict {...result} />
              </td>
            ))}
          </tr>
          {rows.map((row) => (
            <tr key={row.step} className={classNames(row.differs && styles.differs)}>
              <th scope="row">
                <span className={layout('inlineRow nowrap gap5')}>
                  <StepMark {...row} />
                  {stepInfo(row.step).number} {stepTitle(row.step)}
                </span>
              </th>
              {row.cells.map(({ profile, word, note }) => (
                <td key={profile}>
                  {word}
                  {(row.differs || row.isStopped) && note !== '' ? (
                    <VisibleText as="span" className={layout.third} text={` ${note}`} />
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </BenchSection>
  );
}

function profilesText(rows: readonly ProfileRow[]): string {
  const titlesOf = (some: readonly ProfileRow[]) => some.map(({ step }) => stepTitle(step)).join(', ');
  const differing = titlesOf(rows.filter(({ differs }) => differs));
  const stopped = titlesOf(rows.filter(({ isStopped }) => isStopped));
  const rest = `not comparable from ${stopped} on: our check was stopped`;
  if (differing === '') return stopped === '' ? 'all three say the same' : rest;
  return `differ at ${differing}${stopped === '' ? '' : `; ${rest}`}`;
}

function NotCompared({ reasons }: { readonly reasons: UnknownReasons }) {
  return (
    <p className={layout('words breaks prose marginTop4')}>
      <Icon name="stop" className={tones.warn} /> Not comparable:{' '}
      <VisibleText text={`${reasonsText(reasons)}.`} />
    </p>
  );
}

function StepMark({ differs, isReachedByAll, isStopped }: ProfileRow) {
  if (isStopped) return <Icon name="stop" size={12} label="not comparable" className={tones.warn} />;
  if (differs) return <Icon name="differs" size={12} label="differs" />;
  if (isReachedByAll) return <Icon name="same" size={12} label="same" />;
  return <Icon name="minus" size={12} label="not run by all" className={layout.third} />;
}

/** View: an outcome in a cell of a table. */
export function Verdict(props: Pick<AcceptResult, 'status' | 'code'> & { readonly replayed?: boolean }) {
  const { status, code, replayed = false } = props;
  const { icon, tone, title } = outcomeForm({ status, replayed });
  return (
    <>
      <span className={layout('inlineRow nowrap gap5', tones[tone])}>
        <Icon name={icon} size={12} /> {title}
      </span>{' '}
      {code === null ? null : <Name text={code} />}
    </>
  );
}

interface HostsProps {
  /** Null while they are computed. */
  readonly answers: Comparison['hosts'] | null;
  readonly hosts: readonly SavedHost[];
  readonly benchId: string;
}

function Hosts({ answers, hosts, benchId }: HostsProps) {
  if (answers !== null && !answers.known) return <NotCompared reasons={answers.reasons} />;
  return (
    <table className={layout.table}>
      <TableHead names={['host', 'outcome', 'decided at']}>
        <td />
      </TableHead>
      <tbody>
        {hosts.map(({ name }) => {
          const answer = answers?.value.find((one) => one.name === name);
          const forget = () => replaceHost(benchId, name);
          return (
            <tr key={name}>
              <th scope="row">
                <VisibleText text={name} />
              </th>
              <td>{answer === undefined ? 'not checked yet' : <Verdict {...answer.outcome} />}</td>
              <td>
                {answer === undefined ? '' : `${stepTitle(answer.outcome.step)} `}
                <VisibleText as="span" className={layout.third} text={answer?.note ?? ''} />
              </td>
              <td>
                <IconButton small icon="close" label={`Forget ${name}`} onPress={forget} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function SaveHost({ host, benchId }: { readonly host: HostDeclaration; readonly benchId: string }) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const save = () => {
    if (name === '') return;
    replaceHost(benchId, name, { name, host });
    setTyped('');
  };
  return (
    <Form className={layout('flex wrap gap6', styles.inline)} onSubmit={save}>
      <label className={layout('grid flexes gap3 second smallSelect')}>
        <span>Save this bench’s host as</span>
        <input
          className={layout.pad0x8}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          placeholder="acme staging"
        />
      </label>
      <Button small onPress={save} isDisabled={name === ''}>
        Save
      </Button>
    </Form>
  );
}

/** A discovery document has one of these members; a context never has. */
const OF_DISCOVERY = ['protocolVersion', 'capabilities', 'supportedEnvelopes'];

/**
 * Reads a file with a context, a declaration of a host, or a discovery document (envelope 9). Errors are reported with
 * their position and the allowed values.
 */
export function readHostFile(text: string): ReadContext {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return { ok: false, why: `This is not JSON: ${parsed.message}` };
  const { value } = parsed;
  if (isRecord(value) && OF_DISCOVERY.some((name) => Object.hasOwn(value, name))) {
    const host = readHostDeclaration(value);
    if (host !== null) return { ok: true, context: { host } };
    return { ok: false, why: 'This discovery document says nothing about envelopes.' };
  }
  const read = readAcceptContext(value);
  if (read.ok) return read;
  const { pointer = '', message = 'This is not a context.' } = read.problems[0] ?? {};
  return { ok: false, why: `${pointer === '' ? '' : `${pointer}: `}${message}` };
}

type ProfileRow = ReturnType<typeof profileRows>[number];

/** Verdicts without an effect on the envelope: a pass is the same as a step that a profile does not have. */
const PASSES: readonly StepVerdict[] = ['passed', 'skipped', 'unchecked'];

/** The steps in order. They differ where one profile decides or changes what another passes. */
export function profileRows(answers: readonly ProfileAnswer[]) {
  return STEPS.map(({ id: step }) => {
    const cells = answers.map(({ profile, result }) => {
      const row = result.trace.find((one) => one.step === step && !one.hypothetical);
      return {
        profile,
        word: row === undefined ? 'Not run' : verdictForm(row).word,
        note: row?.note ?? '',
        verdict: row?.verdict ?? null,
        effect: row === undefined || PASSES.includes(row.verdict) ? '' : `${row.verdict} ${row.code ?? ''}`,
      };
    });
    const isStopped = cells.some(({ verdict }) => verdict === 'stopped');
    return {
      step,
      differs: !isStopped && cells.some(({ effect }) => effect !== cells[0]?.effect),
      /** False where a profile had decided before, or has no such step: a missing step is neither same nor different. */
      isReachedByAll: cells.every(({ verdict }) => verdict !== null),
      /** True where a check was stopped: the result of the profile is unknown. */
      isStopped,
      cells,
    };
  });
}
