import { countOf, formatCount } from '@openwop-inspector/base';
import type { Problem } from '@openwop-inspector/protocol';
import type { ProblemGroup } from '@openwop-inspector/run-log';
import { Badge, layout } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { useJob } from '../../queries/job-query.ts';
import { useProblemPages } from '../../queries/pages.ts';
import { SEVERITY_FORM } from '../../ui/severity-form.ts';
import styles from './Load.module.css';

/** Maximum number of listed problems of one kind. */
const SHOWN = 10;
const SEVERE = ['error', 'warning'] as const;

/** Problems of a file that contains no run, by place; nothing when all of them are reported above. */
export function FoundProblems({ sessionId }: { readonly sessionId: string }) {
  const { data } = useJob('problemGroups', { sessionId, severities: SEVERE });
  const groups = useMemo(() => (data ?? []).filter(({ code }) => code !== 'unknown_format'), [data]);
  const pages = useMemo(() => groups.map(({ code }) => ({ code, page: 0 })), [groups]);
  const { problemAt } = useProblemPages(sessionId, pages);
  if (groups.length === 0) return null;
  const listOf = ({ code, count }: ProblemGroup) =>
    Array.from({ length: Math.min(count, SHOWN) }, (_, at) => problemAt(code, at));
  const found = groups.flatMap(listOf).flatMap((row) => (row === null ? [] : [row]));
  const more = groups.reduce((sum, { count }) => sum + Math.max(0, count - SHOWN), 0);
  return (
    <section className={layout('grid breaks scrolls gap4', styles.found)} aria-label="Problems">
      <h2>Problems</h2>
      <ul>
        {found.map(({ id, problem }) => (
          <FoundProblem key={id} problem={problem} />
        ))}
      </ul>
      {more === 0 ? null : <p>And {countOf(more, 'more problem')}.</p>}
    </section>
  );
}

function FoundProblem({ problem: { severity, message, line } }: { readonly problem: Problem }) {
  return (
    <li>
      <Badge tone={severity}>{SEVERITY_FORM[severity].word}</Badge>{' '}
      {line === undefined ? '' : `Line ${formatCount(line)}: `}
      {message}
    </li>
  );
}
