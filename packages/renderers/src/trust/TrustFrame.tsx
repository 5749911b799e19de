import { unreachable } from '@openwop-inspector/base';
import { Badge, Icon, layout } from '@openwop-inspector/ui';
import type { PropsWithChildren } from 'react';
import { type SubjectTrust, type TaintSource, useRenderServices } from '../contract/render-services.ts';
import styles from '../parts/parts.module.css';
import { VisibleText } from '../visible-text/VisibleText.tsx';

/**
 * Untrusted content in its frame: hatched edge, dashed line, a label that names the source of the taint. Trusted and
 * unmarked content has no frame (security S-16).
 */
export function TrustFrame({ trust, children }: PropsWithChildren<{ readonly trust: SubjectTrust }>) {
  if (trust.level !== 'untrusted') return children;
  return (
    // A group, not a landmark: there may be many of them on a page.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={layout('roundedMore', styles.untrustedFrame)} role="group" aria-label="Untrusted content">
      <p className={layout('row wrap min26 meta untrustedText gap2x6 pad0x12 untrustedGround')}>
        <Icon name="untrusted" />
        <b className={layout.bold}>Untrusted content</b>
        {trust.source === null ? null : <TaintSourceLink source={trust.source} />}
      </p>
      {children}
    </div>
  );
}

/** The label for the trust of one thing, next to its name. */
export function TrustLabel({ level }: { readonly level: SubjectTrust['level'] }) {
  switch (level) {
    case 'untrusted':
      return <Badge tone="untrusted">Untrusted</Badge>;
    case 'trusted':
      return <span className={layout('fixed nowrap caption')}>Trusted</span>;
    case 'unmarked':
      return <span className={layout('fixed nowrap caption')}>Trust not marked</span>;
    default:
      return unreachable(level);
  }
}

/** "from #1209 docs.search", as a button that goes there where that can be done. */
export function TaintSourceLink({ source }: { readonly source: TaintSource }) {
  const { jumpTo } = useRenderServices();
  const place = source.sequence === null ? source.type : `#${source.sequence}`;
  const words = (
    <>
      from <span className={layout.code}>{place}</span>
      {source.name === null ? null : (
        <>
          {' '}
          <VisibleText text={source.name} />
        </>
      )}
    </>
  );
  if (jumpTo === undefined) return <span>{words}</span>;
  return (
    <button type="button" className={layout('link untrustedText')} onClick={() => jumpTo(source.ordinal)}>
      {words}
    </button>
  );
}
