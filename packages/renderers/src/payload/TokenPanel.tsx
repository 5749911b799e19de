import { formatCount, formatMoment } from '@openwop-inspector/base';
import { classNames, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { useReveal } from './hold-to-reveal.ts';
import { PanelFrame, type PanelProps, RevealButton } from './PanelFrame.tsx';
import type { PayloadToken } from './payload-source.ts';
import styles from './payload-tree.module.css';

export interface TokenPanelProps extends PanelProps {
  readonly token: PayloadToken;
}

/** A JSON Web Token below the tree: the content of its parts. The token stays masked, and is not verified. */
export function TokenPanel({ source, node, token, path, onClose }: TokenPanelProps) {
  const reveal = useReveal(source);
  const tools = (
    <>
      <span>JWT, decoded to be read; not verified</span>
      <RevealButton reveal={reveal} node={node} what="token" />
    </>
  );
  return (
    <PanelFrame label="Parts of the token" path={path} onClose={onClose} tools={tools}>
      <section
        className={classNames(layout.fill, layout.scrolls, layout.ground, layout.code, layout.pad8x12)}
        aria-label="Parts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <dl className={classNames(layout.grid, layout.gap2)}>
          <Part name="token">
            <span className={reveal.held?.text == null ? undefined : styles.clear}>
              <VisibleText text={reveal.held?.text?.text ?? node.text} />
            </span>
          </Part>
          <TokenParts token={token} />
        </dl>
      </section>
    </PanelFrame>
  );
}

function TokenParts({ token: { header, times, claims, signatureLength } }: { readonly token: PayloadToken }) {
  return (
    <>
      {header.map(([name, value]) => (
        <Part key={`header ${name}`} name={name} of="header">
          <VisibleText text={value} />
        </Part>
      ))}
      {times.map(([name, seconds]) => (
        <Part key={`time ${name}`} name={name} of="claim">
          {seconds} <span className={layout.aside}>{formatMoment(seconds * 1_000) ?? ''}</span>
        </Part>
      ))}
      <Part name="claims">{claims.length === 0 ? 'none' : <ClaimNames names={claims} />}</Part>
      <Part name="signature">
        {signatureLength === 0
          ? 'none: the token is not signed'
          : `masked, ${formatCount(signatureLength)} characters`}
      </Part>
    </>
  );
}

function ClaimNames({ names }: { readonly names: readonly string[] }) {
  return (
    <>
      <VisibleText text={names.join(', ')} />{' '}
      <span className={layout.aside}>names only; their values stay masked</span>
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
        <VisibleText text={name} /> {of !== undefined && <span className={layout.aside}>{of}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
