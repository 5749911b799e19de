import type { AghPeer } from '@openwop-inspector/acceptor-core';
import { InvalidArgumentError, Option } from 'commander';
import { given, JSON_OPTION, text, UNMASKED, verb } from '../verb.ts';

const OPTIONS = {
  now: given<number | null>(
    null,
    new Option(
      '--now <time>',
      'the clock, as Unix seconds or RFC 3339; without it, the newest message',
    ).argParser(time),
  ),
  peers: given<readonly AghPeer[]>(
    [],
    new Option('--peers <list>', 'peers of this side as channel:peer, with commas between').argParser(
      peerList,
    ),
  ),
  context: text('-c, --context <file>', 'the whole context; the options above go before it'),
  unmasked: UNMASKED,
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector agh messages.ndjson
  openwop-inspector agh messages.json --now 1776366005 --peers builders:reviewer,builders:planner
  openwop-inspector agh messages.json --now 2026-04-16T19:00:05Z --json | jq '.results[].status'

Without --now nothing in a recording is too old: the clock stands at its newest message so far.
`;

export const aghVerb = verb({
  name: 'agh',
  description: 'run messages of AGH Network v0 through its acceptor',
  arguments: [['<file>', 'a message, an array or one a line; - is standard input']],
  options: OPTIONS,
  examples: EXAMPLES,
  run: async ([file], options, means) => (await import('../verbs/agh.ts')).agh(file, options, means),
});

/** Unix seconds of a text. */
function time(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const ms = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It takes Unix seconds or 2026-05-18T10:00:00Z.');
  return Math.floor(ms / 1000);
}

function peerList(text: string): readonly AghPeer[] {
  return text.split(',').map((entry) => {
    const at = entry.indexOf(':');
    const [channel, peer] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    if (at < 0 || channel === '' || peer === '') {
      throw new InvalidArgumentError('It takes channel:peer, with commas between several.');
    }
    return { channel, peer };
  });
}
