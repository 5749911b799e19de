/**
 * A theme of a dozen roles of code. Shiki works with colours; here each role has a placeholder colour, and the style
 * sheet gives the role its colour in light and in dark. So a change of theme costs nothing.
 */
import type { ThemeRegistrationRaw } from '@shikijs/core';

export const CODE_ROLES = [
  'plain',
  'comment',
  'string',
  'constant',
  'word',
  'key',
  'name',
  'type',
  'sign',
  'heading',
  'link',
  'inserted',
  'deleted',
] as const;

export type CodeRole = (typeof CODE_ROLES)[number];

/** TextMate scopes of each role; a longer scope goes before a shorter one. */
const SCOPES: Readonly<Record<CodeRole, readonly string[]>> = {
  plain: ['variable', 'meta.template.expression', 'meta.embedded', 'text', 'source'],
  comment: ['comment', 'punctuation.definition.comment', 'string.quoted.docstring'],
  string: [
    'string',
    'punctuation.definition.string',
    'constant.character',
    'constant.other.symbol',
    'markup.inline.raw',
    'markup.fenced_code',
    'string.unquoted',
  ],
  constant: ['constant.numeric', 'constant.other', 'keyword.other.unit'],
  word: [
    'keyword',
    'storage',
    'constant.language',
    'variable.language',
    'support.constant',
    'entity.other.inherited-class.keyword',
  ],
  key: [
    'support.type.property-name',
    'punctuation.support.type.property-name',
    'meta.object-literal.key',
    'entity.other.attribute-name',
    'entity.name.tag.yaml',
    'variable.other.key',
    'variable.other.property',
  ],
  name: ['entity.name.function', 'support.function', 'entity.name.command', 'meta.function-call.generic'],
  type: ['entity.name', 'support.class', 'support.type', 'entity.other.inherited-class', 'entity.name.tag'],
  sign: ['punctuation', 'keyword.operator', 'meta.brace', 'storage.type.function.arrow'],
  heading: ['markup.heading', 'entity.name.section', 'meta.diff.header'],
  link: ['markup.underline.link', 'string.other.link'],
  inserted: ['markup.inserted', 'punctuation.definition.inserted'],
  deleted: ['markup.deleted', 'punctuation.definition.deleted'],
};

const colourOf = (role: number): string => `#${String(100000 + role)}`;

export const CODE_THEME = 'roles';

export const codeTheme: ThemeRegistrationRaw = {
  name: CODE_THEME,
  type: 'light',
  fg: colourOf(0),
  bg: '#ffffff',
  settings: CODE_ROLES.map((role, at) => ({
    scope: [...SCOPES[role]],
    settings: { foreground: colourOf(at) },
  })),
};

/** Returns the role of a placeholder colour, as an index into `CODE_ROLES`; plain for any other. */
export function roleOf(colour: string | undefined): number {
  const role = Number((colour ?? '').slice(1)) - 100000;
  return role > 0 && role < CODE_ROLES.length ? role : 0;
}
