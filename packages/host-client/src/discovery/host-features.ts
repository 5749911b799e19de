import { isRecord, member, textsAt } from '@openwop-inspector/base';
import type { Advertised, HostDiscovery } from '../answers/discovery.ts';
import { familyOf } from './families.ts';

/** What a host says of the things a window can use. Silence is neither yes nor no (section 5.2). */
export function readFeatures(document: unknown): HostDiscovery['features'] {
  return {
    debugBundle: supported(document, 'debugBundle'),
    stream: streamOf(document),
    feedback: supported(document, 'feedback'),
    replay: supported(document, 'replay'),
    interrupts: interruptsOf(document),
    pauseResume: said(member(familyOf(document, 'runs')?.value, 'pauseResume')),
    a2uiSurface: said(member(familyOf(document, 'a2uiSurface')?.value, 'deltaTransport')),
    crossHostCausation: crossHostCausationOf(document),
  };
}

function supported(document: unknown, name: string): Advertised {
  return said(familyOf(document, name)?.value);
}

/** A boolean, or an object whose `supported` is one. */
function said(value: unknown): Advertised {
  const answer = isRecord(value) ? member(value, 'supported') : value;
  if (answer === true) return 'yes';
  return answer === false ? 'no' : 'not advertised';
}

/** Hosts list kinds and profiles of interrupts without `supported`: a block that says something is a yes. */
function interruptsOf(document: unknown): Advertised {
  const block = familyOf(document, 'interrupts')?.value;
  const isFilled = isRecord(block) && Object.keys(block).length > 0;
  return isFilled && member(block, 'supported') === undefined ? 'yes' : said(block);
}

/** By its modes or, where none are listed, among the transports. A list of transports without it is no "no": it works. */
function streamOf(document: unknown): Advertised {
  const stream = familyOf(document, 'stream')?.value;
  const answer = said(stream);
  if (answer !== 'not advertised') return answer;
  if ((textsAt(stream, 'modes') ?? []).length > 0) return 'yes';
  const transports = familyOf(document, 'supportedTransports')?.value;
  return Array.isArray(transports) && transports.includes('sse') ? 'yes' : 'not advertised';
}

/** At the root or, as one host has it, deep inside the execution model of its agents. */
function crossHostCausationOf(document: unknown): Advertised {
  const own = familyOf(document, 'crossHostCausation')?.value;
  const model = member(familyOf(document, 'multiAgent')?.value, 'executionModel');
  const family = own ?? member(model, 'crossHostCausation');
  const answer = said(family);
  if (answer !== 'not advertised') return answer;
  return typeof member(family, 'hostId') === 'string' ? 'yes' : 'not advertised';
}
