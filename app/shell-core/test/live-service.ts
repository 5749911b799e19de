import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkSession, type StartSession } from '@openwop-inspector/host-client/node';
import type {
  CallName,
  EventName,
  LiveSession,
  Reply,
  Request,
  ShellEvents,
} from '@openwop-inspector/shell-contract';
import { noVault, type TokenVault } from '../src/live/sealed-tokens.ts';
import { createFileLog } from '../src/log.ts';
import type { AskAboutRequest } from '../src/permissions.ts';
import { createSettingsStore } from '../src/settings.ts';
import { createShellCallService } from '../src/shell-calls.ts';

export interface ServiceOptions {
  readonly folder: string;
  readonly vault?: TokenVault;
  readonly env?: Readonly<Record<string, string>>;
  /** All of `env` unless given. */
  readonly tokenVariables?: readonly string[];
  readonly askAboutRequest?: AskAboutRequest;
  readonly startupAddresses?: readonly string[];
  readonly authorities?: readonly string[];
  readonly pickAuthority?: () => Promise<string | null>;
  /** Where captures are saved; null for a shell without a dialog. */
  readonly saveTo?: string | null;
  readonly now?: () => number;
  /** The built program of sessions unless given. */
  readonly startSession?: StartSession;
}

/** Built before the tests run. */
export const sessionProgram = fileURLToPath(new URL('../../../dist/live-session.cjs', import.meta.url));

/** A whole shell but for its window: what it answers and sends is written down as JSON, as it would cross. */
export function serviceOn(options: ServiceOptions) {
  const { folder, saveTo = null } = options;
  const crossed: string[] = [];
  const waiting = new Set<() => void>();
  const news = new Map<string, ShellEvents['live-news']>();
  const notified: { readonly name: EventName; readonly atMs: number }[] = [];
  const log = createFileLog(join(folder, 'logs', 'shell.ndjson'));
  const service = createShellCallService({
    info: {
      shell: 'browser',
      version: '0',
      platform: 'test',
      canPick: false,
      canSave: false,
      hasMenu: false,
    },
    settings: createSettingsStore(join(folder, 'settings.json'), log),
    samplesFolder: join(folder, 'samples'),
    startupPaths: [],
    pickPaths: async () => [],
    askWhereToSave: saveTo === null ? null : async () => saveTo,
    askAboutLink: null,
    askAboutRequest: options.askAboutRequest ?? null,
    allowedOrigins: new Set(),
    filesOpened: () => undefined,
    live: {
      configFolder: folder,
      authorities: options.authorities ?? [],
      pickAuthority: options.pickAuthority ?? null,
      vault: options.vault ?? noVault,
      env: options.env ?? {},
      tokenVariables: options.tokenVariables ?? Object.keys(options.env ?? {}),
      startupAddresses: options.startupAddresses ?? [],
      startSession: options.startSession ?? forkSession(sessionProgram),
      ...(options.now === undefined ? {} : { now: options.now }),
      tell(name, detail) {
        crossed.push(JSON.stringify([name, detail]));
        notified.push({ name, atMs: Date.now() });
        if ('liveId' in detail) news.set(detail.liveId, detail);
        for (const look of waiting) look();
      },
    },
    log,
  });

  async function ask<N extends CallName>(name: N, request: Request<N>): Promise<Reply<N>> {
    const answer = await service.answer(name, request);
    crossed.push(JSON.stringify(answer));
    if (answer.kind !== 'answered') throw new Error(`${name}: ${answer.kind}`);
    return answer.reply as Reply<N>;
  }

  /** Resolves when the news of a session are as wanted. */
  function until(
    { liveId }: Pick<LiveSession, 'liveId'>,
    wanted: (news: ShellEvents['live-news']) => boolean,
  ): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        const newest = news.get(liveId);
        if (newest === undefined || !wanted(newest)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  }

  return { service, ask, until, crossed, notified, openFiles: service.openFiles };
}
