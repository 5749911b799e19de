/** The start of the window: worker, shell, what was open before, then the screens. */
import { errorText } from '@openwop-inspector/base';
import '@openwop-inspector/ui/base.css';
import '@openwop-inspector/ui/tokens.css';
import { Icon, layout } from '@openwop-inspector/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { runCommand } from './commands/commands.ts';
import { loadRules } from './features/compare/compare-store.ts';
import { loadColours, loadFilters } from './features/filter/saved-filters.ts';
import { receiveHostAddress, takeStartupAddress } from './features/hosts/hosts-store.ts';
import { receiveLiveNews, watchSelections } from './features/live/live-actions.ts';
import { restoreSessions, writeRemembered } from './features/sessions/remembered-sessions.ts';
import { breakAllSessions, openFiles, receiveSessionEvent } from './features/sessions/session-actions.ts';
import { useSessionsStore } from './features/sessions/sessions-store.ts';
import { watchPlaces } from './features/sessions/travel.ts';
import { noteFailures } from './shared/hint-store.ts';
import { createQueryClient } from './shared/job-query.ts';
import { loadInfo, loadSettings } from './shared/settings-store.ts';
import { loadStored } from './shared/stored-texts.ts';
import { gainAccess, shell } from './shell/bridge.ts';
import { connectClient } from './worker/client.ts';
import { spawnSessionWorker } from './worker/spawn.ts';

const queries = createQueryClient();

/** A worker that is gone takes its sessions with it; the next one starts empty, and answers are forgotten. */
function startWorker(): void {
  const client = spawnSessionWorker();
  client.onEvent = receiveSessionEvent;
  client.onGone = (reason) => {
    breakAllSessions(reason);
    queries.clear();
    startWorker();
  };
  connectClient(client);
}

/** Asks the shell for what it knows. A shell that does not answer leaves an empty window that can still take drops. */
async function startSessions(): Promise<void> {
  try {
    await Promise.all([loadInfo(), loadSettings(), loadStored()]);
    // The user's saved data for all logs is there before the first render.
    loadFilters();
    loadColours();
    loadRules();
    await restoreSessions();
    openFiles(await shell().call('files/startup', null));
    await takeStartupAddress();
  } catch (reason) {
    noteFailures([{ name: 'Shell', message: errorText(reason) }]);
  }
}

const root = document.getElementById('root');
const access = await gainAccess();
if (root !== null && access.kind === 'closed') {
  createRoot(root).render(<ClosedWindow title={access.title} message={access.message} />);
} else if (root !== null) {
  startWorker();
  listenToShell();
  await startSessions();
  watchPlaces();
  useSessionsStore.subscribe((now, before) => {
    if (now.sessions.length !== before.sessions.length) writeRemembered();
  });
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Takes files, addresses of hosts, news of live sessions and menu commands from the shell. */
function listenToShell(): void {
  shell().on('files-opened', openFiles);
  shell().on('host-address', receiveHostAddress);
  shell().on('live-news', receiveLiveNews);
  shell().on('shell-notice', ({ message }) => noteFailures([{ name: 'An unexpected error', message }]));
  watchSelections();
  shell().on('command', ({ name }) => runCommand(name));
}

/** In place of the application, when the shell does not let this window in: why, and how to come in. */
function ClosedWindow({ title, message }: { readonly title: string; readonly message: string }) {
  return (
    <main className={layout('full centred ground primary pad12x16')}>
      <section className={layout('grid body gap12')} aria-labelledby="closed-title">
        <h1 id="closed-title" className={layout('row big gap8')}>
          <Icon name="warning" size={20} />
          {title}
        </h1>
        <p>{message}</p>
        <p>A window of the inspector that is already open is not affected.</p>
      </section>
    </main>
  );
}
