import { expect, test } from 'vitest';
import { eventCommand, eventsCommand } from './event-copies.ts';

test.each([
  [eventCommand('run.json', 'e-1'), 'openwop-inspector event run.json e-1'],
  [eventCommand("it's here.json", '#1 $x'), `openwop-inspector event 'it'\\''s here.json' '#1 $x'`],
  [eventCommand('-rf', 'e\u202e1'), `openwop-inspector event '-rf' REF`],
  [eventsCommand('run.json', ''), 'openwop-inspector events run.json'],
  [eventsCommand('run.json', 'node:a "b c"'), `openwop-inspector events run.json --filter 'node:a "b c"'`],
])('%s', (command, expected) => expect(command).toBe(expected));
