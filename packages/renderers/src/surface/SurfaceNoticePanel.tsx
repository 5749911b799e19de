import { ownString, valueAt } from '@openwop-inspector/base';
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
  const { body, code, violations } = notice;
  // Messages of schemaVersion 2 have no fault by the catalogue of the tree (envelope 7.7).
  const hasFaults = body === 'tree' && code !== 'a2ui_limit';
  const faults = useMemo(() => (hasFaults ? surfaceFaults(payload) : []), [payload, hasFaults]);
  return (
    <section className={layout('grid narrow breaks second gap8 body pad8x16x12', styles.notice)}>
      <h4 className={layout('row primary strong gap6')}>
        <span aria-hidden="true" className={layout('warnText sign15')}>
          ≠
        </span>
        The surface is withheld
      </h4>
      <p>
        {notice.message} None of it ran.{' '}
        <span className={styles.meta}>
          {code}, <Clause clause={notice.clause} />
        </span>
      </p>
      {faults.map((fault) => (
        <Fault key={`${fault.pointer} ${fault.words}`} fault={fault} />
      ))}
      {violations.length > 0 && (
        <details className={styles.fold} open={faults.length === 0}>
          <summary>
            {violations.length === 1 ? 'What the check said' : `The check said ${violations.length} things`}{' '}
            <span className={styles.meta}>every branch of the catalogue that was tried</span>
          </summary>
          <ul className={layout('grid breaks gap4', styles.violations)}>
            {violations.map(({ pointer, message }, at) => {
              // The component that is none of the catalogue, by its name: a stranger's text.
              const name = ownString(valueAt(payload, pointer), 'component');
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come from two branches
                <li key={at}>
                  <PlaceCode pointer={pointer} /> {message}
                  {name !== null && (
                    <>
                      : <VisibleText text={name.slice(0, 60)} />
                    </>
                  )}
                </li>
              );
            })}
          </ul>
        </details>
      )}
      {body !== null && (
        <p className={styles.meta}>
          The {COMPONENTS[body].title}: <code>{COMPONENTS[body].names.join(', ')}</code>
        </p>
      )}
    </section>
  );
}

const COMPONENTS = {
  tree: { title: 'seven components of 0.9.1', names: COMPONENT_NAMES },
  messages: { title: 'ten components of schemaVersion 2', names: SURFACE_V2_COMPONENTS },
} as const;

function PlaceCode({ pointer }: { readonly pointer: string }) {
  return <code>{pointer === '' ? 'the payload' : <VisibleText text={pointer} />}</code>;
}

function Fault({ fault: { words, pointer, found, allowed, repair } }: { readonly fault: SurfaceFault }) {
  const side = (sign: string, name: string, tint: string | undefined, text: string) => (
    <p className={layout('primary payload pad4x8', tint)}>
      <span aria-hidden="true">{sign} </span>
      <span className="visually-hidden">{name}: </span>
      <VisibleText text={text} as="code" />
    </p>
  );
  return (
    <div className={layout('grid topRuled gap6 padTop8')}>
      <p>
        <b className={layout.primary}>{words}</b>
      </p>
      <Facts>
        <Fact name="where">
          <PlaceCode pointer={pointer} />
        </Fact>
        <Fact name="found">{found === null ? 'nothing' : <VisibleText text={found} as="code" />}</Fact>
        <Fact name="allowed">{allowed}</Fact>
      </Facts>
      {repair === null ? null : (
        <div>
          <p className={styles.meta}>Nearest legal form</p>
          {side('−', 'now', layout.errorTint, repair.now)}
          {side('+', 'nearest', layout.okTint, repair.nearest)}
        </div>
      )}
    </div>
  );
}
