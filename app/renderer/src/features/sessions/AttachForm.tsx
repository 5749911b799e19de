import { errorText } from '@openwop-inspector/base';
import { isReadableOnTheWay } from '@openwop-inspector/host-client';
import { Button, layout, useLasting } from '@openwop-inspector/ui';
import { type ClipboardEvent, type RefObject, useId, useRef, useState } from 'react';
import { Failure, ReadableOnTheWay } from '../../shared/Failure.tsx';
import { Form } from '../../shared/Form.tsx';
import { addressText } from '../hosts/connect-text.ts';
import { useHostChanges } from '../hosts/host-queries.ts';
import { attachToRun, cancelAttach, readAddress, type UnderstoodAddress } from '../hosts/hosts-store.ts';
import styles from './StartScreen.module.css';

/** State of the form. */
type Standing =
  | { readonly kind: 'idle' }
  | { readonly kind: 'attaching' }
  | { readonly kind: 'failed'; readonly message: string };

/** One press of the button. */
interface Attempt {
  /** Null until the host is saved. */
  hostId: string | null;
  isCancelled: boolean;
}

/** The typed address, what the shell understood of it, and the attempt to attach to it. */
function useAttaching(token: RefObject<HTMLInputElement | null>) {
  const [text, setText] = useState('');
  const [understood, setUnderstood] = useState<UnderstoodAddress | null>(null);
  const [standing, setStanding] = useState<Standing>({ kind: 'idle' });
  const changes = useHostChanges();
  const attempt = useRef<Attempt>({ hostId: null, isCancelled: false });
  const isAttaching = standing.kind === 'attaching';

  const read = async (given: string): Promise<UnderstoodAddress | null> => {
    const reply = await readAddress(given);
    setText(reply.ok ? addressText(reply) : given);
    setUnderstood(reply.ok ? reply : null);
    setStanding(reply.ok ? { kind: 'idle' } : { kind: 'failed', message: reply.message });
    return reply.ok ? reply : null;
  };
  /** Why the token was not accepted; null when it was, or when none is typed. */
  const setTyped = async (hostId: string): Promise<string | null> => {
    const typed = token.current?.value.trim() ?? '';
    if (typed === '' || token.current === null) return null;
    token.current.value = '';
    return changes.setToken(hostId, { token: typed, variable: null, remember: false });
  };
  const attach = async ({ address, host }: UnderstoodAddress, own: Attempt): Promise<Standing> => {
    try {
      const { hostId } = host ?? (await changes.save(address.baseUrl, null));
      own.hostId = hostId;
      const refusal = await setTyped(hostId);
      if (refusal === null && !own.isCancelled) await attachToRun(hostId, address.runId);
      return refusal === null ? { kind: 'idle' } : { kind: 'failed', message: refusal };
    } catch (reason) {
      return { kind: 'failed', message: errorText(reason) };
    }
  };
  const submit = async () => {
    if (text.trim() === '' || isAttaching) return;
    const own: Attempt = { hostId: null, isCancelled: false };
    attempt.current = own;
    setStanding({ kind: 'attaching' });
    const address = understood ?? (await read(text));
    if (address === null || own.isCancelled) return;
    setStanding({ kind: 'attaching' });
    const end = await attach(address, own);
    if (!own.isCancelled) setStanding(end);
  };
  const cancel = () => {
    const { current } = attempt;
    const { hostId } = current;
    current.isCancelled = true;
    setStanding({ kind: 'idle' });
    if (hostId !== null) cancelAttach(hostId);
  };
  const change = (next: string) => {
    setText(next);
    setUnderstood(null);
    setStanding({ kind: 'idle' });
  };
  return { text, understood, standing, isAttaching, read, change, submit, cancel };
}

/**
 * Container: an address or a curl command, a token, and one button. Text pasted into the empty field is parsed by the
 * shell at once and displayed without the token it may contain; a typed token is in its field alone until it is sent.
 */
export function AttachForm() {
  const token = useRef<HTMLInputElement>(null);
  const { text, understood, standing, isAttaching, read, change, submit, cancel } = useAttaching(token);
  const id = useId();
  const isLasting = useLasting(isAttaching);
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (text !== '' || pasted.trim() === '') return;
    event.preventDefault();
    void read(pasted);
  };

  return (
    <Form className={styles.attach} aria-label="Attach to a run" onSubmit={() => void submit()}>
      <div className={layout('stack gap5')}>
        <label htmlFor={`${id}-address`}>Address of a live run, or a curl command</label>
        <input
          id={`${id}-address`}
          className={layout.input}
          value={text}
          placeholder="https://host/v1/runs/…"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-help`}
          aria-invalid={standing.kind === 'failed'}
          onChange={(event) => change(event.target.value)}
          onPaste={paste}
        />
      </div>
      <div className={layout('stack gap5')}>
        <label htmlFor={`${id}-token`}>Token</label>
        <input
          ref={token}
          id={`${id}-token`}
          className={layout.input}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          placeholder={understood?.holdsToken === true ? 'as in the command' : 'if the host requires one'}
        />
      </div>
      <div className={layout('row gap8')}>
        <Button look="primary" icon="live" onPress={() => void submit()} isDisabled={text.trim() === ''}>
          {isAttaching ? 'Attaching' : 'Attach'}
        </Button>
        {isLasting ? <Button onPress={cancel}>Cancel</Button> : null}
      </div>
      <small id={`${id}-help`} className={layout.second}>
        The host is saved; the token is stored until the program exits. Without a runId, the runs of the host
        are listed.
      </small>
      {isReadableOnTheWay(understood?.address.baseUrl ?? text.trim()) ? <ReadableOnTheWay /> : null}
      {standing.kind === 'failed' ? <Failure message={standing.message} /> : null}
    </Form>
  );
}
