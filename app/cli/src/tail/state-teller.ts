import type { Ledger, LiveStatus } from '@openwop-inspector/host-client';
import type { Terminal } from '../terminal/terminal.ts';
import { remark } from '../verbs/complain.ts';

/** What is told of a status. */
export interface ToldStatus extends Pick<LiveStatus, 'state' | 'words'> {
  readonly ledger: Pick<Ledger, 'missing' | 'words'>;
}

/** Says on standard error what became of the connection, each thing once; what is usual is shown as progress alone. */
export class StateTeller {
  private readonly terminal: Terminal;
  /** What is wrong and has been said; empty while all is well. */
  private said = '';

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  tell({ state, words, ledger }: ToldStatus): void {
    const isWrong = state === 'lost' || (state === 'backfilling' && ledger.missing > 0);
    if (isWrong) this.sayOnce(words);
    else if (state === 'live' && this.said !== '') {
      this.said = '';
      remark(this.terminal, `connected again, ${ledger.words}`);
    }
    this.terminal.progress(state === 'ended' ? null : `${words}; ${ledger.words}`);
  }

  private sayOnce(words: string): void {
    if (words !== this.said) remark(this.terminal, words);
    this.said = words;
  }
}
