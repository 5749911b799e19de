/** What a report says about an envelope of a log: where it is from, its context, and the host's own verdict. Pure. */

import type { FieldStanding } from '@openwop-inspector/acceptor-core';
import { formatSequence } from '@openwop-inspector/base';
import { reasonsWords } from '@openwop-inspector/protocol';
import type { ToldByLog } from '../accept/accept-rebuilt.ts';
import { dim, fact, LABEL, type Line, line, name, plain, type Span, wrapLine } from '../terminal/line.ts';

/** Where the envelope was taken from, and what that means for the verdict. */
export function sourceLines({ envelope }: ToldByLog, width: number | null): readonly Line[] {
  const lines = [fact('From log', envelope.note, dim(`  ${takenFrom(envelope)}`))];
  return lines.flatMap((one) => wrapLine(one, width, LABEL));
}

/** Of what was written the first and the last event; of a skeleton the events that tell of it. */
function takenFrom({ from, isSkeleton }: ToldByLog['envelope']): string {
  return isSkeleton ? placesOf(from) : from.map(formatSequence).join(' to ');
}

/** The verdict of the host beside this one, and each difference with what explains it. */
export function hostLines({ host, missing }: ToldByLog, width: number | null): readonly Line[] {
  if (host === null) return [fact('Host', dim('the log holds no verdict of the host'))];
  const { answer, code, compared, meaning, status } = host;
  if (missing !== null) {
    const said = code ?? meaning;
    return [
      fact('Host', `recorded ${said === null ? status : `${status}, ${said}`}; nothing is compared with it`),
    ];
  }
  const verdict = code === null ? status : `${status}, ${code}`;
  if (!compared.known) {
    const why = { text: 'not comparable', style: 'warning' } as const;
    const words = `: our check was stopped, ${reasonsWords(compared.reasons)}`;
    return wrapLine(fact('Host', `recorded ${verdict}: `, why, words), width, LABEL);
  }
  if (answer.kind === 'not-reconstructable') {
    const lacks = answer.missing.map(({ what }) => what).join('; ');
    const words = { text: 'not reconstructable', style: 'warning' } as const;
    return wrapLine(
      fact('Host', `recorded ${verdict}: `, words, `, what is missing: ${lacks}`),
      width,
      LABEL,
    );
  }
  const different = compared.value.filter(({ same }) => !same);
  const words: Span =
    different.length === 0
      ? { text: `the same in all ${compared.value.length} points compared`, style: 'ok' }
      : {
          text: `differs in ${different.length} of ${compared.value.length} points compared`,
          style: 'warning',
        };
  const rows = different.map(({ here, host: there, note, rule, what }) =>
    line(
      '     ',
      name(what),
      `  here ${here}, host ${there}`,
      dim([rule, note].map((one) => (one === undefined ? '' : `  ${one}`)).join('')),
    ),
  );
  return [fact('Host', `recorded ${verdict}: `, words), ...rows].flatMap((one, i) =>
    wrapLine(one, width, i === 0 ? LABEL : 7),
  );
}

/** Columns of the longest standing, `assumed`, and a gap. */
const STANDING = 9;
/** Events named for one field. */
const MAX_NAMED = 3;

/** Each field of the context with its standing; the unknown ones by name alone. */
export function contextLines({ fields }: ToldByLog, width: number | null): readonly Line[] {
  const told = fields.filter(({ standing }) => standing !== 'unknown');
  const unknown = fields.filter(({ standing }) => standing === 'unknown').map(({ field }) => field);
  const widest = Math.max(0, ...told.map(({ field }) => field.length)) + 2;
  return [
    ...(told.length === 0 ? [] : [line(dim('Context'))]),
    ...told.flatMap((one) => wrapLine(fieldLine(one, widest), width, widest + STANDING)),
    ...(unknown.length === 0 ? [] : wrapLine(fact('Unknown', dim(unknown.join(', '))), width, LABEL)),
  ];
}

function fieldLine({ field, from = [], note, standing }: FieldStanding, widest: number): Line {
  const words = standing.padEnd(STANDING);
  return [
    name(field.padEnd(widest)),
    standing === 'known' ? plain(words) : { text: words, style: 'warning' },
    plain(note),
    dim(from.length === 0 ? '' : `  ${placesOf(from)}`),
  ];
}

function placesOf(sequences: readonly number[]): string {
  const more = sequences.length > MAX_NAMED ? ` and ${sequences.length - MAX_NAMED} more` : '';
  return `${sequences.slice(0, MAX_NAMED).map(formatSequence).join(', ')}${more}`;
}
