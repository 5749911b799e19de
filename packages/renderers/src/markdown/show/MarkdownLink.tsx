import { Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { useRenderServices } from '../../contract/render-services.ts';
import { contentUrl } from '../../model/choose/content-source.ts';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import styles from './markdown.module.css';

export interface MarkdownLinkProps {
  readonly address: string;
  /** Empty for none. */
  readonly title: string;
  /** Text of the link, without its marks. */
  readonly text: string;
  readonly holdsImage: boolean;
  readonly children: ReactNode;
}

/** A link that says where it leads. Web addresses are opened after a question; all others stay text. */
export function MarkdownLink(props: MarkdownLinkProps) {
  const { address, title, text, holdsImage, children } = props;
  const { openLink } = useRenderServices();
  const target = linkTarget(address, text);
  // A title may say anything, so it is never in the place of the target.
  const caption = title !== '' && (
    <span className={layout.caption}>
      {' “'}
      <VisibleText text={title} />”
    </span>
  );
  if (target.kind === 'inert') {
    return (
      <span className={styles.inert} title={target.masked}>
        {children}{' '}
        <span className={layout.caption}>
          (<VisibleText text={target.why} />)
        </span>
        {caption}
      </span>
    );
  }
  const { host, isPunycode, namesAnother } = target;
  const open = () => void openLink(target.address);
  const words = holdsImage ? <VisibleText text={target.masked} /> : children;
  return (
    <span>
      {holdsImage && children}
      <button type="button" className={styles.link} title={`Opens outside: ${target.masked}`} onClick={open}>
        {words}
        <Icon name="external" size={10} />
      </button>
      {!target.isSaid && !holdsImage && (
        <span className={layout.caption}>
          {' '}
          <VisibleText text={host} />
        </span>
      )}
      {isPunycode && <Warning words="look-alike letters in the host" />}
      {namesAnother && <Warning words={`leads to ${host}, not where its text says`} />}
      {caption}
    </span>
  );
}

function Warning({ words }: { readonly words: string }) {
  return (
    <span className={layout('inlineRow warnEdge warnTint rounded meta warnText gap3 marginStart4 pad0x4')}>
      <Icon name="warning" size={12} />
      <VisibleText text={words} />
    </span>
  );
}

/** The target of a link in a document, as text next to it (security S-04). */
type LinkTarget =
  | {
      readonly kind: 'web';
      /** To be opened, after a question. */
      readonly address: string;
      /** As it may be displayed: tokens masked. */
      readonly masked: string;
      readonly host: string;
      /** The text of the link is the address or its host, so that nothing needs to be added. */
      readonly isSaid: boolean;
      readonly isPunycode: boolean;
      /** The text of the link reads like another host. */
      readonly namesAnother: boolean;
    }
  /** Stays text. `why` is displayed to the user. */
  | { readonly kind: 'inert'; readonly masked: string; readonly why: string };

/** Reads the address of a link; `text` is what the link shows. */
export function linkTarget(address: string, text: string): LinkTarget {
  const { kind, masked, scheme, host, isPunycode } = contentUrl(address);
  if (kind === 'host-path')
    return { kind: 'inert', masked, why: 'a path on the host of the run, not opened' };
  if (kind === 'refused' || host === null) return { kind: 'inert', masked, why: refusalText(scheme) };
  const written = text.trim().toLowerCase();
  const bare = masked.toLowerCase();
  const isSaid = written === bare || `${written}/` === bare || written === host;
  const named = hostIn(written);
  const namesAnother = named !== null && named !== host && `www.${named}` !== host && named !== `www.${host}`;
  return { kind: 'web', address, masked, host, isSaid, isPunycode, namesAnother };
}

function refusalText(scheme: string | null): string {
  if (scheme === null) return 'no web address, not opened';
  if (scheme === 'http' || scheme === 'https') return 'an address with a user name, not opened';
  return `${scheme.slice(0, 40)}: address, not opened`;
}

/** The host that a text begins with, if it reads like one. */
function hostIn(text: string): string | null {
  return (
    /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?::\d{1,5})?)(?=[/?#\s]|$)/u.exec(
      text,
    )?.[1] ?? null
  );
}
