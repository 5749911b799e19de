/** Whether there is a host at the address at all: connection, TLS, discovery, version. */
import { isRecord } from '@openwop-inspector/base';
import { isReadableOnTheWay, READABLE_ON_THE_WAY } from '../address/read-host-address.ts';
import type { HostDiscovery } from '../answers/discovery.ts';
import type { HostError } from '../answers/host-error.ts';
import type { HostConnection } from '../connection.ts';
import { readDiscovery } from '../discovery/read-discovery.ts';
import { withoutAnswer } from '../errors/network-error.ts';
import { getDiscovery } from '../rest/read-calls.ts';
import type { Findings } from './doctor-checks.ts';

const NO_TLS = 'Not used: the address is plain http.';

/** What the address itself shows, before anything is asked. False when nothing can be asked. */
export function checkAddress(baseUrl: string, findings: Findings): boolean {
  const url = urlOf(baseUrl);
  if (url === null) {
    findings.fault(
      'address',
      withoutAnswer('unreachable', 'BAD_ADDRESS', 'The address cannot be read. Enter it again.'),
    );
    return false;
  }
  if (isReadableOnTheWay(baseUrl)) findings.remark('address', READABLE_ON_THE_WAY);
  else findings.fine('address', `The base of all requests is ${baseUrl}.`);
  return true;
}

/** Asks for the discovery document. Null when there is none that can be read. */
export async function checkHost(
  connection: HostConnection,
  parts: { readonly signal: AbortSignal; readonly timeoutMs: number },
  findings: Findings,
  nowMs: number,
): Promise<HostDiscovery | null> {
  const isTls = urlOf(connection.baseUrl)?.protocol === 'https:';
  let answer = await getDiscovery(connection, { ...parts, withToken: false });
  const { status } = answer.ok ? { status: null } : answer.error;
  const wantsToken = status === 401 || status === 403;
  if (wantsToken) answer = await getDiscovery(connection, parts);
  if (!answer.ok && answer.error.kind === 'cancelled') return null;
  if (!answer.ok && isNoConnection(answer.error)) {
    noConnection(answer.error, isTls, findings);
    return null;
  }
  findings.fine('reachability', 'The host answers.');
  tellTls(connection.baseUrl, isTls, findings);
  if (!answer.ok) {
    findings.fault('discovery', answer.error, discoveryText(answer.error));
    return null;
  }
  if (!isRecord(answer.value.json)) {
    const message = 'What stands at /.well-known/openwop is no discovery document. Is this an OpenWOP host?';
    findings.fault('discovery', withoutAnswer('not-understood', 'no_discovery', message));
    return null;
  }
  const discovery = readDiscovery(answer.value.json, connection.baseUrl, nowMs);
  tellDiscovery(discovery, wantsToken, findings);
  checkVersion(discovery, findings);
  return discovery;
}

/** An answer over https says that the certificate was checked: no connection is made past that (security S-11). */
function tellTls(baseUrl: string, isTls: boolean, findings: Findings): void {
  if (isTls) findings.fine('tls', 'The certificate is trusted.');
  else if (isReadableOnTheWay(baseUrl)) findings.remark('tls', NO_TLS);
  else findings.fine('tls', NO_TLS);
}

function isNoConnection({ kind, status }: HostError): boolean {
  return status === null && (kind === 'unreachable' || kind === 'certificate' || kind === 'out-of-time');
}

function noConnection(error: HostError, isTls: boolean, findings: Findings): void {
  if (error.kind === 'certificate') {
    findings.fine('reachability', 'Something answers at this address.');
    findings.fault('tls', error);
  } else {
    findings.fault('reachability', error);
    if (!isTls) findings.notTried('tls', NO_TLS);
  }
}

function discoveryText(error: HostError): string {
  if (error.status !== 404) return error.message;
  return `There is no discovery document at /.well-known/openwop. Is the address right, and is this an OpenWOP host? (404)`;
}

function tellDiscovery(discovery: HostDiscovery, wantsToken: boolean, findings: Findings): void {
  const { name, version, findings: lint } = discovery;
  const errors = lint.filter(({ level }) => level === 'error').length;
  const called = version === null ? name : `${name} ${version}`;
  if (wantsToken)
    findings.remark('discovery', `${called} shows its discovery document to holders of a token only.`);
  else if (errors > 0) {
    const count = errors === 1 ? 'one error' : `${errors} errors`;
    findings.remark('discovery', `${called} tells what it can; its document has ${count}.`);
  } else findings.fine('discovery', `${called} tells what it can.`);
}

function checkVersion({ versionVerdict, protocolVersion }: HostDiscovery, findings: Findings): void {
  const version = `Protocol ${protocolVersion ?? ''}`;
  if (versionVerdict === 'same') findings.fine('version', `${version} is one this program knows.`);
  else if (versionVerdict === 'newer-minor') {
    findings.remark(
      'version',
      `${version} is newer than 1.1, which this program knows. It goes on all the same.`,
    );
  } else if (versionVerdict === 'not-said') {
    findings.remark('version', 'The host does not say which version of the protocol it speaks.');
  } else {
    const message = `${version} is of another major version. This program knows 1.x only, so nothing more is asked.`;
    findings.fault('version', withoutAnswer('not-understood', 'protocol_version_major', message));
  }
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
