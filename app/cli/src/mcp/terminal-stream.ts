import { Writable } from 'node:stream';
import { masker } from '@openwop-inspector/base';
import type { Terminal } from '../terminal/terminal.ts';

/** Standard output as a stream of messages, one line of JSON each: masked, and at the pace of the reader. */
export function terminalStream(terminal: Terminal): Writable {
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      terminal.printJson(masker.json(line).text).then(() => done(), done);
    },
  });
}
