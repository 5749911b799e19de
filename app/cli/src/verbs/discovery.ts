import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type HostDeclaration,
  readHostDeclaration,
  withDiscoveryLint,
} from '@openwop-inspector/acceptor-core';
import { childAt, countOf, formatCount, isRecord, ownString } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  dim,
  error,
  fact,
  labelled,
  line,
  name,
  paragraph,
  strong,
  warning,
} from '@openwop-inspector/base/document';
import {
  discoveryFileName,
  getDiscovery,
  type HostDiscovery,
  readDiscovery,
} from '@openwop-inspector/host-client';
import { cited } from '@openwop-inspector/protocol';
import type { Options } from '../grammar/options.ts';
import { readHostOptions } from '../open/host-options.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readJsonFile } from '../open/whole-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { VerbMeans } from '../verb.ts';
import { answering, printAnswer } from './answer-from-log.ts';
import { EXIT, Refusal } from './complain.ts';
import { saveText } from './export-target.ts';

type DiscoveryMeans = Surroundings & Pick<VerbMeans, 'readVariable'>;

/**
 * `discovery FILE|ADDRESS`: what a host declares, and what in it breaks a rule. 0 when nothing does, 1 when something does at
 * level error, 2 when there is no such document.
 */
export const discovery = answering<string, Options<'discovery'>, DiscoveryMeans>(
  async (source, options, means) => {
    const { terminal } = means;
    const found = /^https?:\/\//i.test(source)
      ? await fetchFromHost(source, options, means)
      : { document: await readJsonFile(source, means), baseUrl: '' };
    const { document, baseUrl } = found;
    const { documentText: _, findings, ...said } = readDiscovery(document, baseUrl);
    const declared = {
      ...said,
      // Both lints: of what a host must declare, and of what it says of reliability and models.
      findings: withDiscoveryLint(document, findings),
      declaration: readHostDeclaration(document),
    };
    if (!isRecord(document) || (declared.declaration === null && declared.protocolVersion === null)) {
      const why = 'this is no discovery document, it names neither a protocol version nor envelopes';
      throw new Refusal(`${source}: ${why}`);
    }
    await printAnswer(declared, { ...options, unmasked: false }, terminal, { document: discoveryLines });
    if (options.save !== null && !(await save(document, options.save, options.force, terminal)))
      return EXIT.failed;
    return declared.findings.some(({ level }) => level === 'error') ? EXIT.findings : EXIT.fine;
  },
);

async function fetchFromHost(host: string, options: Options<'discovery'>, means: DiscoveryMeans) {
  const named = await readHostOptions(host, options, means);
  const withToken = options.tokenEnv !== null;
  const answer = await getDiscovery(named.host, { withToken, signal: means.signal });
  if (!answer.ok) throw new Refusal(answer.error.message);
  return { document: answer.value.json, baseUrl: named.address.baseUrl };
}

/** In a folder, a file by the name of the host; characters that mean something in a path are none of it. */
async function save(document: unknown, out: string, force: boolean, terminal: Terminal): Promise<boolean> {
  const facts = await stat(out).catch(() => null);
  const own = ownString(childAt(document, 'implementation'), 'name') ?? '';
  const path = facts?.isDirectory() === true ? join(out, discoveryFileName(own)) : out;
  const text = `${JSON.stringify(document, null, 2)}\n`;
  return saveText(path, text, { what: 'the discovery document', force }, terminal);
}

const STYLES = { error, warning, note: dim } as const;

function discoveryLines(
  declared: Omit<HostDiscovery, 'documentText'> & { readonly declaration: HostDeclaration | null },
): readonly Block[] {
  const { name: host, version, vendor, protocolVersion, supportedEnvelopes, findings } = declared;
  const who = [version, vendor].filter((part) => part !== null).join(', ');
  const limits = Object.entries(declared.limits).flatMap(([limit, most]) =>
    most === null ? [] : [`${limit} ${formatCount(most)}`],
  );
  const has = Object.entries(declared.features).flatMap(([feature, said]) =>
    said === 'yes' ? [feature] : [],
  );
  const listed = (label: string, list: readonly string[], none: string): Block =>
    fact(label, list.length === 0 ? none : list.join(', '));
  return [
    line(strong(host === '' ? 'A host without a name' : host), dim(who === '' ? '' : `  ${who}`)),
    labelled('Protocol', protocolVersion ?? 'not said'),
    listed('Kinds', supportedEnvelopes, 'none besides the universal ones'),
    listed('Limits', limits, 'none'),
    listed('Offers', has, 'nothing that is known here'),
    blank,
    line(findings.length === 0 ? 'Nothing breaks a rule' : countOf(findings.length, 'finding')),
    ...findings.flatMap(({ level, clause, rule, pointer, message }) => [
      paragraph(2, STYLES[level](level), '  ', cited(clause), '  ', name(rule), dim(`  ${pointer}`)),
      paragraph(2, '  ', message),
    ]),
  ];
}
