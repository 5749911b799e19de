import { Readable } from 'node:stream';
import { webStream } from '@openwop-inspector/host-client/node';
import {
  type FileAnswer,
  type FileRequest,
  type OpenFiles,
  securityHeaders,
  securityHeadersFor,
  serveFile,
} from '@openwop-inspector/shell-core';

/** Where the window lives: a scheme of its own, so that its origin is shared with nothing else on the machine. */
export const applicationScheme = 'inspector';

/** First and only document of the window. */
export const applicationAddress = `${applicationScheme}://app/`;

/** How the scheme must be registered before Electron is ready: an origin like any other, and answers that stream. */
export const schemePrivileges = {
  scheme: applicationScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
};

/**
 * Answers the window's requests: `inspector://app/file/<fileId>` from the files the user opened, everything else from
 * the renderer's folder. Same answers as the browser shell, but for the door: only our window can use the scheme.
 */
export const createProtocolHandler =
  (openFiles: OpenFiles, rendererDir: string): ((request: Request) => Promise<Response>) =>
  async (request) => {
    const { pathname, host } = new URL(request.url);
    const { method } = request;
    if (host !== 'app') return inText(404, 'There is no such address.');
    if (method !== 'GET' && method !== 'HEAD') return inText(405, 'This address answers to GET and HEAD.');
    const requested: FileRequest = {
      method,
      range: request.headers.get('range'),
      ifRange: request.headers.get('if-range'),
    };
    const answer = await serveFile({ openFiles, rendererDir }, pathname, requested);
    if ('why' in answer) return inText(answer.status, answer.why);
    const headers = { ...securityHeadersFor(pathname), ...answer.headers };
    return new Response(webBody(answer.body), { status: answer.status, headers });
  };

function inText(status: number, message: string): Response {
  const headers = { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${message}\n`, { status, headers });
}

function webBody(body: FileAnswer['body']) {
  if (body instanceof Readable) return webStream(body);
  return body === null || typeof body === 'string' ? body : new Uint8Array(body);
}

/** True for a document of ours, whatever its query and fragment; the window restores its state from the latter. */
export const isApplicationDocument = (address: string): boolean =>
  /^inspector:\/\/app(\/(index\.html)?)?([?#]|$)/.test(address);

/** True for the one document that a frame of the window may hold: it draws surfaces (security.md S-03). */
export const isSurfaceDocument = (address: string): boolean =>
  address === `${applicationAddress}surface.html`;

/**
 * True for addresses the window may load anything from: its own files, bytes it made itself, and the tools of a
 * developer on request. Everything else is blocked before it leaves the machine (security.md S-02, S-17).
 */
export function mayRequest(address: string, withDeveloperTools: boolean): boolean {
  const scheme = address.slice(0, address.indexOf(':')).toLowerCase();
  if (scheme === applicationScheme) return address.startsWith(applicationAddress);
  return scheme === 'blob' || scheme === 'data' || (withDeveloperTools && scheme === 'devtools');
}
