import type { LintTier } from '@openwop-inspector/acceptor-core';
import { Option } from 'commander';
import { flag, given, JSON_OPTION, verb } from '../verb.ts';

const OPTIONS = {
  tier: given<Exclude<LintTier, 'off'>>(
    'strict',
    new Option('--tier <tier>', 'level of what breaks a rule').choices(['strict', 'warn']).default('strict'),
  ),
  specOwned: flag('--spec-owned', 'a schema of the protocol itself: everything is information'),
  json: JSON_OPTION,
};

const EXAMPLES = `
Examples:
  openwop-inspector lint-schema payload.schema.json
  openwop-inspector lint-schema schemas/*.json --tier warn
  openwop-inspector lint-schema payload.schema.json --json | jq '.findings[].rule'
`;

export const lintSchemaVerb = verb({
  name: 'lint-schema',
  description: 'check payload schemas against what vendors take: variants and the Tier-1 subset',
  arguments: [['<files...>', 'JSON Schemas; - is standard input']],
  options: OPTIONS,
  examples: EXAMPLES,
  run: async ([files], options, means) =>
    (await import('../verbs/lint-schema.ts')).lintSchema(files, options, means),
});
