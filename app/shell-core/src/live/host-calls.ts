import { basename } from 'node:path';
import { getDiscovery, listRuns } from '@openwop-inspector/host-client';
import { readAuthorities } from '@openwop-inspector/host-client/node';
import type { AuthorityReply, TokenReply, TokenState } from '@openwop-inspector/shell-contract';
import { type CallHandlers, done } from '../call-handlers.ts';
import { asSaved } from './host-tokens.ts';
import { type LiveContext, permittedHost } from './live-context.ts';
import { plainToken, reportOf, withoutSecrets } from './live-texts.ts';

export type HostCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `hosts/${string}`>>;

const noToken: TokenState = {
  store: 'none',
  variable: null,
  remark: 'This host is not in the list any more.',
};

const notAToken = 'This cannot be a token: it is empty, or has blanks, line breaks or letters with accents.';

/** Creates the answers of the `hosts/` calls. */
export function createHostCalls(parts: LiveContext): HostCalls {
  const { hosts, tokens, addresses, examinations } = parts;
  return {
    'hosts/list': async () => Promise.all((await hosts.list()).map((host) => asSaved(host, tokens))),
    'hosts/read-address': ({ text }) => addresses.read(text),
    'hosts/startup': () => addresses.startup(),
    'hosts/save': async ({ baseUrl, name }) => {
      const token = parts.pasted.take(baseUrl);
      if (token !== null) tokens.takeForSession(baseUrl, token);
      return asSaved(await hosts.save(baseUrl, name), tokens);
    },
    'hosts/remove': done(async ({ hostId }) => {
      const host = await hosts.find(hostId);
      if (host === null) return;
      await parts.book.endThoseOf(hostId);
      await tokens.forget(host);
      await hosts.remove(hostId);
    }),
    'hosts/set-token': (request) => setToken(parts, request),
    'hosts/set-authority': (request) => setAuthority(parts, request),
    'hosts/examine': async ({ examineId, hostId, runId }, gone) => {
      const host = await permittedHost(parts, hostId);
      if (!host.ok) return reportOf(host.error);
      const { connection } = parts.connectionTo(host.value);
      const report = await examinations.run(examineId, connection, runId, gone);
      if (report.discovery !== null) await hosts.calls(hostId, report.discovery.name);
      parts.log({ event: 'host-examined', code: report.fault ?? 'fine' });
      return withoutSecrets(report, connection.mask);
    },
    'hosts/cancel-examine': done(({ examineId }) => examinations.cancel(examineId)),
    'hosts/runs': async ({ hostId, status }) => {
      const host = await permittedHost(parts, hostId);
      if (!host.ok) return { kind: 'error', error: host.error };
      const { connection } = parts.connectionTo(host.value);
      const { major } = connection;
      let list = await listRuns(connection, status);
      if (list.kind === 'no-list') {
        // A host of v2 whose discovery document was not requested before has its list at another path.
        await getDiscovery(connection);
        if (connection.major !== major) list = await listRuns(connection, status);
      }
      return withoutSecrets(list, connection.mask);
    },
  };
}

async function setToken(
  { hosts, tokens, permissions }: LiveContext,
  { hostId, token, variable, remember }: Parameters<HostCalls['hosts/set-token']>[0],
): Promise<TokenReply> {
  const host = await hosts.find(hostId);
  if (host === null) return { ...noToken, isTaken: false };
  const refusal = variable === null ? null : permissions.refusalOf(variable);
  if (refusal !== null) return { ...(await tokens.stateOf(host)), remark: refusal, isTaken: false };
  if (token === null) {
    await tokens.forget(host);
    await hosts.setVariable(hostId, variable);
    return { ...(await tokens.stateOf({ ...host, variable })), isTaken: true };
  }
  const plain = plainToken(token);
  if (plain === null) return { ...(await tokens.stateOf(host)), remark: notAToken, isTaken: false };
  await hosts.setVariable(hostId, null);
  return { ...(await tokens.keep({ ...host, variable: null }, plain, remember)), isTaken: true };
}

async function setAuthority(
  { hosts, pickAuthority }: LiveContext,
  { hostId, choose }: Parameters<HostCalls['hosts/set-authority']>[0],
): Promise<AuthorityReply> {
  if (!choose) {
    await hosts.setAuthority(hostId, null);
    return { message: null };
  }
  if (pickAuthority === null)
    return { message: 'Name the file at the start: openwop-inspector serve --ca FILE' };
  const file = await pickAuthority();
  if (file === null) return { message: null };
  const reading = await readAuthorities(file);
  if (!reading.ok) return { message: `${basename(file)} names no certificate authority: ${reading.why}.` };
  await hosts.setAuthority(hostId, file);
  return { message: null };
}
