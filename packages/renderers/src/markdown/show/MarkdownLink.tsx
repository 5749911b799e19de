import { Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { useRenderServices } from '../../contract/render-services.ts';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { type LinkTarget, linkTarget } from './link-target.ts';
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
  if (target.kind === 'inert') {
    return (
      <span className={styles.inert} title={target.shown}>
        {children}{' '}
        <span className={layout.caption}>
          (<VisibleText text={target.why} />)
        </span>
        <LinkTitle title={title} />
      </span>
    );
  }
  const open = () => void openLink(target.address);
  const words = holdsImage ? <VisibleText text={target.shown} /> : children;
  return (
    <span>
      {holdsImage && children}
      <button type="button" className={styles.link} title={`Opens outside: ${target.shown}`} onClick={open}>
        {words}
        <Icon name="external" size={10} />
      </button>
      <TargetWords target={target} isSaid={target.isSaid || holdsImage} />
      <LinkTitle title={title} />
    </span>
  );
}

/** A title may say anything, so it never stands where the target is named. */
function LinkTitle({ title }: { readonly title: string }) {
  if (title === '') return null;
  return (
    <span className={layout.caption}>
      {' “'}
      <VisibleText text={title} />”
    </span>
  );
}

interface TargetWordsProps {
  readonly target: Extract<LinkTarget, { kind: 'web' }>;
  readonly isSaid: boolean;
}

function TargetWords({ target, isSaid }: TargetWordsProps) {
  const { host, isPunycode, namesAnother } = target;
  return (
    <>
      {!isSaid && (
        <span className={layout.caption}>
          {' '}
          <VisibleText text={host} />
        </span>
      )}
      {isPunycode && <Warning words="look-alike letters in the host" />}
      {namesAnother && <Warning words={`leads to ${host}, not where its text says`} />}
    </>
  );
}

function Warning({ words }: { readonly words: string }) {
  return (
    <span className={styles.warning}>
      <Icon name="warning" size={12} />
      <VisibleText text={words} />
    </span>
  );
}
