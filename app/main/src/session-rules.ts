import type { Log } from '@openwop-inspector/shell-core';
import type { Session, WebContents } from 'electron';
import { isApplicationDocument, isSurfaceDocument, mayRequest } from './application-protocol.ts';

/**
 * What no page in this session may do: reach the network, be granted anything by the system (but writing text to the
 * clipboard, which copying needs), download, or pick devices.
 */
export function guardSession(session: Session, withDeveloperTools: boolean, log: Log): void {
  session.webRequest.onBeforeRequest(({ url }, decide) => {
    const isAllowed = mayRequest(url, withDeveloperTools);
    if (!isAllowed) log({ event: 'request-refused' });
    decide({ cancel: !isAllowed });
  });
  const isAllowed = (permission: string, address: string) =>
    permission === 'clipboard-sanitized-write' && isApplicationDocument(address);
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(isAllowed(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
  // Nothing of ours needs the network: what finds another way there ends at a proxy that is none (WebRTC over TCP).
  void session.setProxy({
    mode: 'fixed_servers',
    proxyRules: '127.0.0.1:1',
    proxyBypassRules: '<-loopback>',
  });
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false);
}

/** What the events of a navigation have in common. */
interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
  preventDefault(): void;
}

/**
 * What no page may do to its window: go elsewhere, open another, or embed a foreign page. A frame may hold the document
 * that draws surfaces, and nothing else. Connections by WebRTC get no socket of their own, and so send nothing.
 */
export function guardContents(contents: WebContents, log: Log): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const stayHere = (event: Navigation) => {
    const isOurs = event.isMainFrame ? isApplicationDocument : isSurfaceDocument;
    if (isOurs(event.url)) return;
    log({ event: 'navigation-refused' });
    event.preventDefault();
  };
  contents.on('will-navigate', stayHere);
  contents.on('will-frame-navigate', stayHere);
  contents.on('will-redirect', stayHere);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => {
    log({ event: 'navigation-refused' });
    return { action: 'deny' };
  });
}
