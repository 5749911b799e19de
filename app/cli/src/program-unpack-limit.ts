import { type Command, InvalidArgumentError } from 'commander';

/** Verbs that unpack gzip as far as the limit lets them. */
const READING = new Set(['inspect', 'events', 'event', 'chain', 'accept']);

/** Adds `--unpack-limit` to the verbs that read logs; `take` is told of it before the verb runs. */
export function addUnpackLimit(program: Command, take: (bytes: number) => void): void {
  for (const command of program.commands) {
    if (!READING.has(command.name())) continue;
    command.option('--unpack-limit <size>', 'let a gzip file unpack to so much: 4GB, 500MB', byteSize);
    command.hook('preAction', () => {
      const { unpackLimit } = command.opts<{ unpackLimit?: number }>();
      if (unpackLimit !== undefined) take(unpackLimit);
    });
  }
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/** "4GB", "500 MiB", "1000": bytes, in powers of 1,024. */
export function byteSize(text: string): number {
  const [, number, unit] = /^(\d{1,15})\s*([KMGT]?)(?:i?B)?$/i.exec(text.trim()) ?? [];
  if (number === undefined) throw new InvalidArgumentError('It takes a size: 4GB, 500MB.');
  return Number(number) * (UNITS[(unit ?? '').toUpperCase()] ?? 1);
}
