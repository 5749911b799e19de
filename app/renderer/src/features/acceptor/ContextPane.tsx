import {
  type AcceptContext,
  type Counters,
  type HostDeclaration,
  type Limits,
  type Provenance,
  readAcceptContext,
  type Secret,
  stepInfo,
} from '@openwop-inspector/acceptor-core';
import { Button, Icon, IconButton, layout } from '@openwop-inspector/ui';
import { type ComponentProps, useState } from 'react';
import { Failure } from '../../shared/Failure.tsx';
import { Form } from '../../shared/Form.tsx';
import styles from './Acceptor.module.css';
import { ChoiceField, ContextGroup, JsonField, TextField } from './ContextField.tsx';
import { CONTEXT_FIELDS, CONTEXT_PRESETS } from './context-fields.ts';

export interface ContextPaneProps {
  readonly context: AcceptContext;
  readonly secrets: readonly Secret[];
  readonly provenance: readonly Provenance[];
  /** Errors of the last file. */
  readonly problem: string | null;
  readonly onChange: (change: Partial<AcceptContext>) => void;
  readonly onReplace: (context: AcceptContext) => void;
  readonly onSecrets: (secrets: readonly Secret[]) => void;
  readonly onLoad: () => void;
}

/** View: the complete input of the acceptor, each field with its effect. A change runs the envelope again. */
export function ContextPane(props: ContextPaneProps) {
  const { context, provenance, problem, onChange, onReplace, onLoad } = props;
  const about = (name: string) => ({
    name,
    explain: CONTEXT_FIELDS.get(name) ?? '',
    provenance: provenance.find(({ field }) => field === name),
  });
  const text = (name: 'runId' | 'nodeId' | 'now' | 'boundInterruptKind', placeholder: string) => (
    <TextField
      {...about(name)}
      value={context[name] ?? ''}
      placeholder={placeholder}
      onCommit={(value) => onChange({ [name]: value === '' ? null : value })}
    />
  );
  return (
    <div className={layout('grid full scrolls packed')}>
      <WholeContext
        context={context}
        problem={problem}
        onReplace={onReplace}
        onLoad={onLoad}
        about={about('context')}
      />
      <HostForm host={context.host ?? {}} about={about} onChange={(host) => onChange({ host })} />
      <CountsForm context={context} about={about} onChange={onChange} />
      <ContextGroup title="Node and run">
        <ContractForm context={context} about={about} onChange={onChange} />
        <div className={layout('grid gap10', styles.row)}>
          <ChoiceField
            {...about('trustBoundary')}
            value={context.trustBoundary ?? ''}
            choices={['', 'trusted', 'untrusted']}
            onChange={(value) => onChange({ trustBoundary: value === '' ? null : value })}
          />
          {text('boundInterruptKind', 'approval')}
        </div>
        <div className={layout('grid gap10', styles.row)}>
          {text('runId', 'local-run')}
          {text('nodeId', 'none')}
        </div>
        {text('now', 'the time of each run')}
      </ContextGroup>
      <SecretsForm secrets={props.secrets} onChange={props.onSecrets} />
      <ContextGroup title="Schemas, earlier envelopes, readings">
        {(['schemas', 'prior', 'log', 'options'] as const).map((name) => (
          <JsonField
            key={name}
            {...about(name)}
            value={context[name]}
            onCommit={(value) => committed({ [name]: value }, onChange)}
          />
        ))}
      </ContextGroup>
    </div>
  );
}

type About = (name: string) => {
  readonly name: string;
  readonly explain: string;
  readonly provenance: Provenance | undefined;
};

interface WholeContextProps extends Pick<ContextPaneProps, 'context' | 'problem' | 'onReplace' | 'onLoad'> {
  readonly about: ReturnType<About>;
}

/** Presets and files that fill in everything at once. */
function WholeContext({ context, problem, onReplace, onLoad, about }: WholeContextProps) {
  return (
    <ContextGroup title="Whole context" heading={null}>
      <div className={layout('flex wrap gap6')}>
        <Button small icon="folder" onPress={onLoad}>
          From a file
        </Button>
        {CONTEXT_PRESETS.map(({ title, apply }) => (
          <Button key={title} small onPress={() => onReplace(apply(context))}>
            {title}
          </Button>
        ))}
      </div>
      {problem === null ? null : <Failure message={problem} />}
      <details className={styles.whole}>
        <summary className={layout('rests rounded')}>As JSON</summary>
        <JsonField {...about} value={context} onCommit={(value) => committed(value ?? {}, onReplace)} />
      </details>
    </ContextGroup>
  );
}

/** Maximum number of displayed problems of a field. */
const MAX_DISPLAYED = 3;

/** Passes on a valid part of a context, else the first problems in words. */
function committed(part: unknown, take: (part: Partial<AcceptContext>) => void): string | null {
  const read = readAcceptContext(part);
  if (read.ok) {
    take(read.context);
    return null;
  }
  return read.problems
    .slice(0, MAX_DISPLAYED)
    .map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`))
    .join(' ');
}

interface HostFormProps {
  readonly host: HostDeclaration;
  readonly about: About;
  readonly onChange: (host: HostDeclaration) => void;
}

function HostForm({ host, about, onChange }: HostFormProps) {
  const yesNo = (name: 'aiEnvelope' | 'clarificationSupported') => (
    <ChoiceField
      {...about(`host.${name}`)}
      value={host[name] === false ? 'no' : 'yes'}
      choices={['yes', 'no']}
      onChange={(value) => onChange({ ...host, [name]: value === 'no' ? false : undefined })}
    />
  );
  return (
    <ContextGroup title="Host">
      <div className={layout('grid gap10', styles.row)}>
        <ChoiceField
          {...about('host.major')}
          value={host.major === 2 ? '2' : '1'}
          choices={['1', '2']}
          onChange={(major) => onChange({ ...host, major: major === '2' ? 2 : undefined })}
        />
        <ChoiceField
          {...about('host.envelopeStrictness')}
          value={host.envelopeStrictness ?? 'warn'}
          choices={['warn', 'strict']}
          onChange={(envelopeStrictness) => onChange({ ...host, envelopeStrictness })}
        />
        {yesNo('aiEnvelope')}
        {yesNo('clarificationSupported')}
      </div>
      <JsonField
        {...about('host')}
        value={host}
        onCommit={(value) => committed({ host: value ?? {} }, (part) => onChange(part.host ?? {}))}
      />
    </ContextGroup>
  );
}

interface PartProps {
  readonly context: AcceptContext;
  readonly about: About;
  readonly onChange: (change: Partial<AcceptContext>) => void;
}

const COUNTS: readonly (keyof Counters & keyof Limits)[] = [
  'clarificationRounds',
  'schemaRounds',
  'envelopesPerTurn',
];

function CountsForm({ context, about, onChange }: PartProps) {
  const limits = context.host?.limits ?? {};
  const counters = context.counters ?? {};
  const fields = (
    of: 'host.limits' | 'counters',
    values: Counters | Limits,
    none: string,
    take: (name: (typeof COUNTS)[number], count: number | undefined) => void,
  ) => (
    <div className={layout('grid gap10', styles.row)}>
      {COUNTS.map((name) => (
        <TextField
          key={name}
          {...about(`${of}.${name}`)}
          type="number"
          value={values[name]?.toString() ?? ''}
          placeholder={none}
          onCommit={(value) => take(name, countOrNone(value))}
        />
      ))}
    </div>
  );
  return (
    <>
      <ContextGroup title="Limits of the host">
        {fields('host.limits', limits, 'no cap', (name, count) =>
          onChange({ host: { ...context.host, limits: { ...limits, [name]: count } } }),
        )}
      </ContextGroup>
      <ContextGroup title="Used so far">
        {fields('counters', counters, '0', (name, count) =>
          onChange({ counters: { ...counters, [name]: count ?? 0 } }),
        )}
      </ContextGroup>
    </>
  );
}

function countOrNone(text: string): number | undefined {
  const count = Number.parseInt(text, 10);
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

function ContractForm({ context, about, onChange }: PartProps) {
  const { contract } = context;
  const accepts = contract?.accepts.join(', ') ?? '';
  return (
    <div className={layout('grid gap10', styles.row)}>
      <TextField
        {...about('contract.accepts')}
        value={accepts}
        placeholder="no gate"
        onCommit={(value) => {
          const kinds = value.split(/[\s,]+/).filter((kind) => kind !== '');
          onChange({ contract: kinds.length === 0 ? null : { ...contract, accepts: kinds } });
        }}
      />
      <ChoiceField
        {...about('contract.refusalMode')}
        value={contract?.refusalMode ?? 'fail-node'}
        choices={['fail-node', 'discard-and-warn']}
        onChange={(refusalMode) => onChange({ contract: { accepts: contract?.accepts ?? [], refusalMode } })}
      />
    </div>
  );
}

interface SecretsFormProps {
  readonly secrets: readonly Secret[];
  readonly onChange: (secrets: readonly Secret[]) => void;
}

const NO_SECRET: Secret = { secretId: '', value: '' };

/** View: secret values. They are typed masked, stored in memory only and discarded with the window. */
function SecretsForm({ secrets, onChange }: SecretsFormProps) {
  const [typed, setTyped] = useState(NO_SECRET);
  const { value } = typed;
  const secretId = typed.secretId.trim();
  const isWhole = secretId !== '' && value !== '';
  const add = () => {
    if (!isWhole) return;
    onChange([...secrets.filter((one) => one.secretId !== secretId), { secretId, value }]);
    setTyped(NO_SECRET);
  };
  return (
    <ContextGroup
      title="Secrets"
      heading={
        <>
          <Icon name="masked" /> Secrets
        </>
      }
    >
      <small className={layout('inlineRow caption gap4')}>
        Values of 8 characters and more are replaced by {stepInfo('redaction').number}. They stay in memory:
        never saved, never copied.
      </small>
      {secrets.length === 0 ? null : (
        <ul>
          {secrets.map((secret) => (
            <li key={secret.secretId} className={layout('flex wrap gap6')}>
              <code>{secret.secretId}</code> <span>•••••••• ({secret.value.length} characters)</span>
              <IconButton
                small
                icon="close"
                label={`Forget ${secret.secretId}`}
                onPress={() => onChange(secrets.filter((one) => one !== secret))}
              />
            </li>
          ))}
        </ul>
      )}
      <Form className={layout('grid gap6', styles.secret)} onSubmit={add}>
        <SecretInput
          name="secretId"
          value={typed.secretId}
          autoComplete="off"
          spellCheck={false}
          onText={(text) => setTyped({ ...typed, secretId: text })}
        />
        <SecretInput
          name="value"
          type="password"
          value={value}
          autoComplete="new-password"
          onText={(text) => setTyped({ ...typed, value: text })}
        />
        <Button small onPress={add} isDisabled={!isWhole}>
          Add
        </Button>
      </Form>
    </ContextGroup>
  );
}

interface SecretInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly name: string;
  readonly onText: (text: string) => void;
}

function SecretInput({ name, onText, ...input }: SecretInputProps) {
  return (
    <label className={layout('field', styles.field)}>
      <span>{name}</span>
      <input {...input} onChange={({ target }) => onText(target.value)} />
    </label>
  );
}
