import type { FindingGroup } from '@openwop-inspector/audit';
import { formatCount } from '@openwop-inspector/base';
import {
  Icon,
  layout,
  tones,
  useRowHeight,
  VirtualRows,
  type VirtualRowsHandle,
} from '@openwop-inspector/ui';
import { useCallback, useMemo, useRef } from 'react';
import { type AuditFinding, findingCount, findingName, findingPlaces } from '../../model/audit-rows.ts';
import { showPlace } from '../../state/audit-actions.ts';
import { indexAfter, type ListController, useListController } from '../../state/list-controller.ts';
import { selectFinding } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import { SEVERITY_FORM } from '../../ui/severity-form.ts';
import styles from './Audit.module.css';

export interface AuditListProps {
  readonly sessionId: string;
  readonly findings: readonly AuditFinding[];
}

/** The findings, one row of two lines for each clause and kind: a virtual listbox. Enter goes to the first event. */
export function AuditList({ sessionId, findings }: AuditListProps) {
  const selected = useSessionView(sessionId, (view) => view.finding);
  const list = useRef<VirtualRowsHandle>(null);
  const rowHeight = useRowHeight() * 2 + 2;
  const found = findings.findIndex(({ key }) => key === selected);
  const activeIndex = found < 0 ? null : found;
  const moveTo = useCallback(
    (index: number) => selectFinding(sessionId, findings[index]?.key ?? null),
    [sessionId, findings],
  );
  useListController(
    useMemo<ListController>(
      () => ({
        move: (step) => {
          const next = indexAfter(step, activeIndex, findings.length);
          if (next === null) return;
          moveTo(next);
          list.current?.reveal(next, 'least');
        },
        focus: () => list.current?.focus(),
      }),
      [findings, activeIndex, moveTo],
    ),
  );
  const openFirst = (index: number): void => {
    const finding = findings[index];
    const [place] = finding === undefined ? [] : findingPlaces(finding);
    if (place !== undefined) void showPlace(sessionId, place);
  };
  return (
    <VirtualRows
      ref={list}
      label="Findings"
      className={layout.fill}
      count={findings.length}
      rowHeight={rowHeight}
      activeIndex={activeIndex}
      rowAttributes={(index) => {
        const finding = findings[index];
        return finding === undefined ? {} : { name: findingName(finding) };
      }}
      renderRow={(index) => {
        const finding = findings[index];
        return finding === undefined ? null : <FindingRow finding={finding} />;
      }}
      onMove={moveTo}
      onOpen={openFirst}
    />
  );
}

function FindingRow({ finding }: { readonly finding: AuditFinding }) {
  const isMissing = finding.kind === 'missing';
  return (
    <div className={layout('row full gap10 pad0x12')}>
      {isMissing ? (
        <Icon name="unknown" className={layout.third} />
      ) : (
        <Icon name={SEVERITY_FORM[finding.group.level].icon} className={tones[finding.group.level]} />
      )}
      <div className={layout('grow narrow')}>
        <div className={layout('ellipsis nowrap')}>
          {isMissing
            ? `Not in the log: ${finding.what}`
            : `${finding.isKnown ? 'Known: ' : ''}${finding.group.title}`}
        </div>
        <div className={layout('ellipsis nowrap third', styles.clause)}>
          {isMissing ? finding.record : clauseText(finding.group)}
        </div>
      </div>
      <b className={layout('bold fixed tabular')}>{formatCount(findingCount(finding))}</b>
    </div>
  );
}

/** The clause with the id of the finding, unless the clause contains it. */
function clauseText({ clause, id }: FindingGroup): string {
  return clause.endsWith(` ${id}`) ? clause : `${clause}, ${id}`;
}
