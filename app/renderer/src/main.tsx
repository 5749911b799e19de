/** The start of the window: worker, shell, what was open before, then the screens. */
import { takeAwayConnections } from '@openwop-inspector/renderers';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { listenToShell } from './app/listen-to-shell.ts';
import { ClosedWindow } from './frame/ClosedWindow.tsx';
import { createQueryClient } from './queries/query-client.ts';
import { gainAccess, shell } from './shell/bridge.ts';
import { takeStartupAddress } from './state/hosts-door.ts';
import { loadInfo } from './state/info-store.ts';
import { noteFailures } from './state/notices-store.ts';
import { restoreSessions, writeRemembered } from './state/remembered-sessions.ts';
import { breakAllSessions, openFiles, receiveSessionEvent } from './state/session-actions.ts';
import { useSessionsStore } from './state/sessions-store.ts';
import { loadSettings } from './state/settings-store.ts';
import '@openwop-inspector/ui/base.css';
import '@openwop-inspector/ui/tokens.css';
import { connectClient } from './worker/session-client.ts';
import { spawnSessionWorker } from './worker/spawn.ts';

// The window asks its own origin alone; no policy of its document covers these (ADR 0010).
takeAwayConnections(window);

const queries = createQueryClient();

/** A worker that is gone takes its sessions with it; the next one starts empty, and answers are forgotten. */
function startWorker(): void {
  const client = spawnSessionWorker();
  client.onEvent(receiveSessionEvent);
  client.onGone((reason) => {
    breakAllSessions(reason);
    queries.clear();
    startWorker();
  });
  connectClient(client);
}

/** Asks the shell for what it knows. A shell that does not answer leaves an empty window that can still take drops. */
async function startSessions(): Promise<void> {
  try {
    await Promise.all([loadInfo(), loadSettings()]);
    await restoreSessions();
    openFiles(await shell().call('files/startup', null));
    await takeStartupAddress();
  } catch (reason) {
    noteFailures([{ name: 'Shell', message: reason instanceof Error ? reason.message : String(reason) }]);
  }
}

function mount(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
const access = await gainAccess();
if (root !== null && access.kind === 'closed') {
  createRoot(root).render(<ClosedWindow title={access.title} message={access.message} />);
} else if (root !== null) {
  startWorker();
  listenToShell();
  await startSessions();
  useSessionsStore.subscribe((now, before) => {
    if (now.sessions.length !== before.sessions.length) writeRemembered();
  });
  mount(root);
}
