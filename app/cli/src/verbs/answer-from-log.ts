import { countOf, formatCount, maskText } from '@openwop-inspector/base';
import { type Block, dim, line, name, safeText, textWidth } from '@openwop-inspector/base/document';
import {
  type Filter,
  isFilterError,
  type LoadedLog,
  parseFilter,
  type RunLog,
} from '@openwop-inspector/run-log';
import type { Options, VerbName } from '../grammar/options.ts';
import { checkLog, nameOfFiles, type Surroundings, whyNoLog, withLog } from '../open/open-log.ts';
import type { Terminal, UnmaskedOutput } from '../terminal/terminal.ts';
import { EXIT, type ExitStatus, NotInLog, Refusal, remark, sayRefusal, worse } from './complain.ts';

/** A verb whose refusals are said. */
export function answering<Operand, Options, S extends Pick<Surroundings, 'terminal'> = Surroundings>(
  answer: (operand: Operand, options: Options, surroundings: S) => Promise<ExitStatus>,
): typeof answer {
  return async (operand, options, surroundings) => {
    try {
      return await answer(operand, options, surroundings);
    } catch (error) {
      return sayRefusal(error, surroundings.terminal);
    } finally {
      surroundings.terminal.progress(null);
    }
  };
}

/**
 * Opens a log, lets a verb answer from it, and closes it. Says why when the file cannot be read, holds nothing known, not
 * what was requested, or changes while it is read. The status is 1 at least when the log has problems of severity error:
 * what was printed may not be all there is.
 */
export async function answerFromLog(
  given: string | readonly string[],
  options: { readonly checks: boolean },
  surroundings: Surroundings,
  answer: (log: RunLog) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const file = nameOfFiles(given);
  try {
    return await withLog(given, surroundings, async (log) => {
      if (options.checks) await checkLog(log, surroundings);
      const why = whyNoLog(log);
      if (why !== null) throw new NotInLog(why);
      const status = await answer(log);
      const read = countOf(log.order.length, 'event');
      if (log.cancelled) remark(terminal, `stopped; this is what was read until then: ${read}`);
      return remarkOnErrors(terminal, file, log) ? worse(status, EXIT.findings) : status;
    });
  } catch (error) {
    return sayRefusal(error instanceof NotInLog ? new Refusal(`${file}: ${error.message}`) : error, terminal);
  }
}

/** A verb that answers about one event of a log, or about all of it. */
export function aboutEvent<Reference extends string | null, Name extends VerbName>(
  answer: (
    log: RunLog,
    reference: Reference,
    options: Options<Name>,
    of: Surroundings,
  ) => Promise<ExitStatus>,
) {
  return (file: string, reference: Reference, options: Options<Name>, of: Surroundings) =>
    answerFromLog(file, { checks: false }, of, (log) => answer(log, reference, options, of));
}

/** Says that a log has errors, so that it may not be all there is; false when it has none. */
export function remarkOnErrors(terminal: Terminal, file: string, log: RunLog): boolean {
  const errors = log.problemGroups(['error']);
  if (errors.length === 0) return false;
  const total = errors.reduce((sum, group) => sum + group.count, 0);
  const titles = errors.slice(0, 3).map(({ title }) => title);
  remark(
    terminal,
    `${countOf(total, 'error')} in ${file} (${titles.join('; ')}). "inspect" shows ${total === 1 ? 'it' : 'them'}`,
  );
  return true;
}

/** The filter of a log. A wrong one is refused, with a caret under the column, and what may have been meant. */
export async function readFilter(text: string, log: LoadedLog): Promise<Filter> {
  const filter = await parseFilter(text, log);
  if (!isFilterError(filter)) return filter;
  const { column, message, suggestion } = filter;
  const before = textWidth(safeText(text.slice(0, column)));
  throw new Refusal(`the filter is wrong at column ${column + 1}: ${message}`, [
    line('  ', name(text)),
    line(`  ${' '.repeat(before)}^`),
    ...(suggestion === null ? [] : [line(dim('  Perhaps '), name(suggestion))]),
  ]);
}

/**
 * Plain data as it is to be displayed: values that look like credentials are masked, and how many is said, unless the user
 * requested them. What a context names as a secret was redacted before; this is for keys that somebody pasted along.
 */
export function maskedDocument<T>(
  value: T,
  { unmasked }: { readonly unmasked: boolean },
  terminal: Terminal,
): { readonly value: T; readonly out: UnmaskedOutput } {
  if (unmasked) return { value, out: terminal.unmasked() };
  const { masked, text } = maskText(JSON.stringify(value));
  if (masked === 0) return { value, out: terminal };
  remarkMasked(terminal, masked);
  return { value: JSON.parse(text) as T, out: terminal };
}

/** How a verb displays what it answers with: for programs, as it is where nothing is named, and for the user. */
interface Displayed<T> {
  readonly json?: (value: T) => unknown;
  readonly document: (value: T) => readonly Block[];
}

/** Prints an answer; of a verb that takes `--unmasked` as that says, else masked. */
export async function printAnswer<T>(
  value: T,
  options: { readonly json: boolean; readonly unmasked?: boolean },
  terminal: Terminal,
  { json = (of) => of, document }: Displayed<T>,
): Promise<void> {
  const { unmasked } = options;
  const displayed =
    unmasked === undefined ? { value, out: terminal } : maskedDocument(value, { unmasked }, terminal);
  if (options.json) await displayed.out.printDocument(json(displayed.value));
  else await displayed.out.print(document(displayed.value));
}

/** Says how many values are masked, and what prints them; nothing of none. */
export function remarkMasked(terminal: Terminal, masked: number): void {
  if (masked === 0) return;
  const words =
    masked === 1
      ? '1 value is masked, since it looks like a credential. --unmasked prints it'
      : `${formatCount(masked)} values are masked, since they look like credentials. --unmasked prints them`;
  remark(terminal, words);
}
