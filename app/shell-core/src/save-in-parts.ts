import { randomUUID } from 'node:crypto';
import type { BeginSaveReply, Request, SaveTextReply } from '@openwop-inspector/shell-contract';
import type { FileSaver } from './save-file.ts';
import { notSaved } from './save-problem.ts';

/** Answers of the calls that save a file in parts. */
export interface PartsSaver {
  begin(suggestedName: string): Promise<BeginSaveReply>;
  part(request: Request<'files/save-part'>): Promise<boolean>;
  end(request: Request<'files/end-save'>): Promise<SaveTextReply>;
  /** Whoever sent the parts is gone: nothing of what was begun is left. */
  dropAll(): void;
}

interface BegunSave {
  readonly parts: WritableStreamDefaultWriter<Uint8Array>;
  readonly written: Promise<SaveTextReply>;
}

/** Creates the answers. A part is answered when the file has taken it, so that no more than one waits in memory. */
export function createPartsSaver(saver: Pick<FileSaver, 'saveParts'>): PartsSaver {
  const begun = new Map<string, BegunSave>();

  async function drop(saveId: string): Promise<void> {
    const save = begun.get(saveId);
    begun.delete(saveId);
    await save?.parts.abort('not whole').catch(() => undefined); // it failed already
    await save?.written;
  }

  return {
    begin(suggestedName) {
      for (const saveId of begun.keys()) void drop(saveId);
      return new Promise((resolve, reject) => {
        const written = saver.saveParts(suggestedName, () => {
          const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
          const saveId = randomUUID();
          const parts = writable.getWriter();
          begun.set(saveId, { parts, written });
          // A file that could not be made takes no part, and who waits for that hears of it.
          void written.finally(() => readable.cancel()).catch(() => undefined); // it was read
          resolve({ begun: true, saveId });
          return readable;
        });
        // Where it was begun this is the end of it, and nobody waits here any more.
        written.then((reply) => {
          if (!reply.saved) resolve({ begun: false, ...reply });
        }, reject);
      });
    },
    async part({ saveId, bytes }) {
      const save = begun.get(saveId);
      if (save === undefined) return false;
      return save.parts.write(bytes).then(
        () => true,
        () => false,
      );
    },
    async end({ saveId, isWhole }) {
      const save = begun.get(saveId);
      if (save === undefined)
        return notSaved('not-written', 'Nothing of the file is left: it was begun anew.');
      if (!isWhole) {
        await drop(saveId);
        return { saved: false, reason: 'cancelled' };
      }
      begun.delete(saveId);
      await save.parts.close().catch(() => undefined); // why it failed is in the answer
      return save.written;
    },
    dropAll() {
      for (const saveId of begun.keys()) void drop(saveId);
    },
  };
}
