/** An audit as SARIF 2.1.0, for code scanning. */
import { type AuditReport, type FindingGroup, type FindingPlace, keyOf } from '../audit-pass.ts';

/** One rule for each group, one result for each stored place. A finding without a line has its event as its place. */
export function sarifReport({ groups, logs, baseline }: AuditReport, version: string): object {
  const all = [
    ...groups.map((group) => ({ group, isKnown: false })),
    ...(baseline?.hidden ?? []).map((group) => ({ group, isKnown: true })),
  ];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'openwop-inspector', version, rules: all.map(({ group }) => ruleOf(group)) },
        },
        columnKind: 'utf16CodeUnits',
        artifacts: logs.map(({ file }) => ({ location: { uri: uriOf(file) } })),
        results: all.flatMap(({ group, isKnown }, ruleIndex) =>
          group.places.map((place) => {
            const { file, line, message } = place;
            return {
              ruleId: ruleId(group),
              ruleIndex,
              level: group.level,
              message: { text: `${message}.` },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: uriOf(file) },
                    ...(line === null ? {} : { region: { startLine: line } }),
                  },
                  logicalLocations: logicalOf(place),
                },
              ],
              partialFingerprints: { 'finding/v1': keyOf(group) },
              ...(isKnown ? { suppressions: [{ kind: 'external', justification: 'in the baseline' }] } : {}),
            };
          }),
        ),
      },
    ],
  };
}

function ruleOf(group: FindingGroup): object {
  const { clause, title, advice, level } = group;
  return {
    id: ruleId(group),
    name: group.id,
    shortDescription: { text: `${title} (${clause})` },
    ...(advice === '' ? {} : { help: { text: advice } }),
    defaultConfiguration: { level },
    properties: { clause, source: group.source, count: group.count },
  };
}

/** Stable, and made of signs that every reader of SARIF takes. */
const ruleId = ({ source, clause, id }: FindingGroup): string =>
  `${source}/${clause}/${id}`.replaceAll(/[^\w./-]+/g, '-');

function logicalOf({ runId, sequence, eventId, correlationId, pointer }: FindingPlace): readonly object[] {
  const parts = [runId, sequence === null ? null : `#${sequence}`, eventId ?? correlationId, pointer];
  const fullyQualifiedName = parts.filter((part) => part !== null).join(' ');
  return fullyQualifiedName === '' ? [] : [{ fullyQualifiedName, kind: 'element' }];
}

/** A path as a URI reference: relative ones stay relative. */
const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');
