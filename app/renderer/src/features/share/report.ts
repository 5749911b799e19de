/** The verdict and the causes of its failure as Markdown, to paste into an issue. */
import { countOf, formatSequence, type MaskedText, masker, unreachable } from '@openwop-inspector/base';
import { reasonsText } from '@openwop-inspector/protocol';
import { displayText } from '@openwop-inspector/renderers';
import type {
  CausalChain,
  ChainLink,
  ChainNode,
  SentencePart,
  SessionSummary,
} from '@openwop-inspector/run-log';
import { originSentences } from '../causes/chain-entries.ts';

/** A report of a run; `chain` is that of the failure, null when there is none. */
export function runReport(summary: SessionSummary, chain: CausalChain | null): MaskedText {
  const { verdict, runs, causal, problemCounts } = summary;
  const lines = [
    `## ${verdict.title}: ${inline(summary.name)}`,
    '',
    verdict.sentence.map(inMarkdown).join(''),
    '',
    ...runs.slice(0, 20).map((run) => {
      const workflow = run.workflowId === null ? '' : ` of workflow \`${code(run.workflowId)}\``;
      return `- run \`${code(run.runId)}\`${workflow}: ${inline(run.status)}, ${countOf(run.events, 'event')}`;
    }),
    `- causes: ${countOf(causal.edges, 'edge')}, ${countOf(causal.orphans, 'orphan')}`,
    ...(summary.checks.known ? [] : [`- not everything was checked: ${reasonsText(summary.checks.reasons)}`]),
    `- problems: ${countOf(problemCounts.error, 'error')}, ${countOf(problemCounts.warning, 'warning')}, ${countOf(problemCounts.note, 'note')}`,
  ];
  if (chain !== null) {
    lines.push('', '### Why it happened', '');
    const origin = originSentences(chain);
    if (origin.length > 0) lines.push(inline(origin.join(' ')), '');
    lines.push(...chainLines(chain));
  }
  return masker.text(`${lines.join('\n')}\n`);
}

/** An event and its causes, from the start of its chain, as Markdown. */
export function eventReport(source: MaskedText, chain: CausalChain): MaskedText {
  const { target } = chain;
  const name =
    target.kind === 'event'
      ? `${formatSequence(target.row.sequence)} \`${code(target.row.type)}\``
      : 'an event';
  const run = target.kind === 'event' && target.row.runId !== '' ? `, run \`${code(target.row.runId)}\`` : '';
  const origin = originSentences(chain);
  const words = chain.causationOmitted ? ['The host recorded no causes.'] : origin;
  return masker.text(
    [
      `### ${name} in ${inline(source)}${run}`,
      '',
      ...(words.length === 0 ? [] : [inline(words.join(' ')), '']),
      ...chainLines(chain),
      '',
    ].join('\n'),
  );
}

/** The chain from its start down to the failure, one numbered line per stop, with the rule that resolved each step. */
function chainLines(chain: CausalChain): readonly string[] {
  const downwards = chain.ancestors.toReversed();
  const stops: readonly { readonly node: ChainNode; readonly link: ChainLink | null }[] = [
    ...downwards.map((link) => ({ node: link.node, link })),
    { node: chain.target, link: null },
  ];
  return stops.map(({ node, link }, at) => {
    const rule = link === null ? '' : `, leads on ${viaText(link)}`;
    return `${at + 1}. ${nodeText(node)}${rule}`;
  });
}

function viaText({ via, marks }: ChainLink): string {
  const rule =
    via === 'endedBy'
      ? 'as the failure that ended the run (not a causationId)'
      : via === 'nodeId' || via === 'failedNodeId' || via === 'childRunId'
        ? `by the same ${via} (not a causationId)`
        : `by ${via}`;
  return marks.length === 0 ? rule : `${rule} (${marks.join(', ')})`;
}

function nodeText(node: ChainNode): string {
  switch (node.kind) {
    case 'event': {
      const { sequence, type, nodeId, summary } = node.row;
      const at = nodeId === null ? '' : ` at node \`${code(nodeId)}\``;
      return `${formatSequence(sequence)} \`${code(type)}\`${at}${summary === '' ? '' : `: ${inline(summary)}`}`;
    }
    case 'envelope':
      return `envelope \`${code(node.envelopeType ?? 'of unknown type')}\`, correlationId \`${code(node.correlationId)}\``;
    case 'external':
      return `\`${code(node.id)}\` on ${node.hostId === null ? 'another host' : `host \`${code(node.hostId)}\``}`;
    case 'dangling':
      return `\`${code(node.id)}\`, which is not in this log`;
    default:
      return unreachable(node);
  }
}

function inMarkdown({ text, kind }: SentencePart): string {
  if (kind === 'code') return `\`${code(text)}\``;
  return kind === 'strong' ? `**${inline(text.trim())}**${text.endsWith(' ') ? ' ' : ''}` : inline(text);
}

/** Text from a file must not become markup of the report. */
const inline = (text: string): string =>
  displayText(text)
    .replace(/[\\`*_{}[\]<>#|@]/g, '\\$&')
    .replace(/\s+/g, ' ');

const code = (text: string): string => displayText(text).replaceAll('`', "'").replace(/\s+/g, ' ');
