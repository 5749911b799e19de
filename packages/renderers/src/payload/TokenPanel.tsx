import { formatCount, formatMoment } from '@openwop-inspector/base';
import type { KeyboardEvent, ReactNode } from 'react';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { HoldButton } from './HoldButton.tsx';
import { useHeldReveal } from './held-reveal.ts';
import type { PayloadNode, PayloadSource, PayloadToken } from './payload-source.ts';
import styles from './payload-tree.module.css';

export interface TokenPanelProps {
  readonly source: PayloadSource;
  readonly node: PayloadNode;
  readonly token: PayloadToken;
  readonly path: string;
  readonly onClose: () => void;
}

/** A JSON Web Token below the tree: what its parts say. The token stays masked, and nobody verified it. */
export function TokenPanel({ source, node, token, path, onClose }: TokenPanelProps) {
  const { held, hold, release } = useHeldReveal(source);
  const onHold = (down: boolean) => {
    if (down) hold?.('token', node.pointer);
    else release();
  };
  return (
    <section
      className={styles.textPanel}
      aria-label="Parts of the token"
      onKeyDown={(press: KeyboardEvent) => {
        if (press.key !== 'Escape') return;
        press.preventDefault();
        press.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.gate}>
        <code className={styles.textPath} title={path}>
          <VisibleText text={path} />
        </code>
        <span>JWT, decoded to be read; not verified</span>
        {hold !== null && (
          <HoldButton
            label="Hold to reveal the token"
            words="Hold to reveal"
            held={held !== null}
            onHold={onHold}
          />
        )}
        <button type="button" className={styles.button} onClick={onClose}>
          Close
        </button>
      </div>
      <section
        className={styles.tokenBody}
        aria-label="Parts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <dl className={styles.parts}>
          <Part name="token">
            <span className={held?.text == null ? undefined : styles.clear}>
              <VisibleText text={held?.text?.text ?? node.text} />
            </span>
          </Part>
          {token.header.map(([name, value]) => (
            <Part key={`header ${name}`} name={name} of="header">
              <VisibleText text={value} />
            </Part>
          ))}
          {token.times.map(([name, seconds]) => (
            <Part key={`time ${name}`} name={name} of="claim">
              {seconds} <span className={styles.meaning}>{formatMoment(seconds * 1_000) ?? ''}</span>
            </Part>
          ))}
          <Part name="claims">
            {token.claims.length === 0 ? 'none' : <ClaimNames names={token.claims} />}
          </Part>
          <Part name="signature">
            {token.signatureLength === 0
              ? 'none: the token is not signed'
              : `masked, ${formatCount(token.signatureLength)} characters`}
          </Part>
        </dl>
      </section>
    </section>
  );
}

function ClaimNames({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      <VisibleText text={names.join(', ')} />{' '}
      <span className={styles.meaning}>names only; their values stay masked</span>
    </>
  );
}

interface PartProps {
  readonly name: string;
  readonly of?: 'header' | 'claim';
  readonly children: ReactNode;
}

function Part({ name, of, children }: PartProps) {
  return (
    <div className={styles.part}>
      <dt>
        <VisibleText text={name} /> {of !== undefined && <span className={styles.meaning}>{of}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
