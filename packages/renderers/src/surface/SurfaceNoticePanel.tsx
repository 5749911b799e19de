import { member, valueAt } from '@openwop-inspector/base';
import { SURFACE_V2_COMPONENTS } from '@openwop-inspector/protocol';
import { Fact, Facts, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { Clause } from '../clause/Clause.tsx';
import type { SurfaceNotice } from '../model/a2ui/read-surface.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './surface.module.css';
import { COMPONENT_NAMES, type SurfaceFault, surfaceFaults } from './surface-faults.ts';

export interface SurfaceNoticePanelProps {
  readonly notice: SurfaceNotice;
  /** The payload, masked, for the faults in it. */
  readonly payload: unknown;
}

/** Replaces a surface that is rejected as a whole: why, where, and the nearest valid form (envelope 7.4). */
export function SurfaceNoticePanel({ notice, payload }: SurfaceNoticePanelProps) {
  // Messages of schemaVersion 2 have no fault by the catalogue of the tree (envelope 7.7).
  const hasFaults = notice.body === 'tree' && notice.code !== 'a2ui_limit';
  const faults = useMemo(() => (hasFaults ? surfaceFaults(payload) : []), [payload, hasFaults]);
  return (
    <section className={layout('grid narrow breaks second gap8 body', styles.notice)}>
      <h4 className={layout('row primary strong gap6')}>
        <span aria-hidden="true" className={layout('warnText', styles.unequal)}>
          ≠
        </span>
        The surface is withheld
      </h4>
      <p>
        {notice.message} None of it ran.{' '}
        <span className={styles.meta}>
          {notice.code}, <Clause clause={notice.clause} />
        </span>
      </p>
      {faults.map((fault) => (
        <Fault key={`${fault.pointer} ${fault.words}`} fault={fault} />
      ))}
      <Violations notice={notice} payload={payload} isOpen={faults.length === 0} />
      {notice.body === 'tree' && (
        <p className={styles.meta}>
          The seven components of 0.9.1: <code>{COMPONENT_NAMES.join(', ')}</code>
        </p>
      )}
      {notice.body === 'messages' && (
        <p className={styles.meta}>
          The ten components of schemaVersion 2: <code>{SURFACE_V2_COMPONENTS.join(', ')}</code>
        </p>
      )}
    </section>
  );
}

function Fault({ fault }: { readonly fault: SurfaceFault }) {
  const { words, pointer, found, allowed, repair } = fault;
  return (
    <div className={layout('grid topRuled gap6 padTop8')}>
      <p>
        <b className={layout.primary}>{words}</b>
      </p>
      <Facts>
        <Fact name="where">
          <code>{pointer === '' ? 'the payload' : <VisibleText text={pointer} />}</code>
        </Fact>
        <Fact name="found">{found === null ? 'nothing' : <Code text={found} />}</Fact>
        <Fact name="allowed">{allowed}</Fact>
      </Facts>
      {repair === null ? null : (
        <div>
          <p className={styles.meta}>Nearest legal form</p>
          <p className={layout('errorTint primary payload', styles.side)}>
            <span aria-hidden="true">− </span>
            <span className="visually-hidden">now: </span>
            <Code text={repair.now} />
          </p>
          <p className={layout('okTint primary payload', styles.side)}>
            <span aria-hidden="true">+ </span>
            <span className="visually-hidden">nearest: </span>
            <Code text={repair.nearest} />
          </p>
        </div>
      )}
    </div>
  );
}

function Code({ text }: { readonly text: string }) {
  return <VisibleText text={text} as="code" />;
}

function Violations({ notice, payload, isOpen }: SurfaceNoticePanelProps & { readonly isOpen: boolean }) {
  const { violations } = notice;
  if (violations.length === 0) return null;
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>
        {violations.length === 1 ? 'What the check said' : `The check said ${violations.length} things`}{' '}
        <span className={styles.meta}>every branch of the catalogue that was tried</span>
      </summary>
      <ul className={layout('grid breaks gap4', styles.violations)}>
        {violations.map(({ pointer, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come from two branches
          <li key={at}>
            <code>{pointer === '' ? 'the payload' : <VisibleText text={pointer} />}</code> {message}
            <FoundComponent name={member(valueAt(payload, pointer), 'component')} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The component that is none of the catalogue, by its name: a stranger's text. */
function FoundComponent({ name }: { readonly name: unknown }) {
  if (typeof name !== 'string') return null;
  return (
    <>
      : <VisibleText text={name.slice(0, 60)} />
    </>
  );
}
