/**
 * Values for the tests of JSON, by kind: whole ones, broken ones, and such as one reader takes and another refuses. The
 * kinds are those of the public suites for JSON parsers; the documents are our own.
 */

/** Values that are JSON. */
export const WHOLE: Readonly<Record<string, readonly string[]>> = {
  'array: empty, with spaces, nested, with a null, of mixed kinds': [
    '[]',
    '[ \t\r\n ]',
    '[[[]]]',
    '[null]',
    '[1,"two",{"three":[]},false]',
    `${'['.repeat(60)}${']'.repeat(60)}`,
  ],
  'object: empty, one name twice, an empty name, escaped names, long names': [
    '{}',
    '{"n":1,"n":2}',
    '{"":0}',
    '{"\\u006eode\\n":"x"}',
    `{"${'n'.repeat(3_000)}":"${'v'.repeat(3_000)}"}`,
    '{"__proto__":{"x":1},"constructor":null}',
  ],
  'number: zero, minus zero, fractions, exponents of every form': [
    '0',
    '-0',
    '-12',
    '0.5',
    '-0.0001',
    '7e5',
    '7E+5',
    '7e-5',
    '0e0',
    '1.50e2',
    '12345678901234567890',
  ],
  'string: every escape, letters of every length, separators, what looks like markup': [
    '""',
    '"\\" \\\\ \\/ \\b \\f \\n \\r \\t"',
    '"\\u0000 \\u001F \\uD83D\\uDE00"',
    '"é ж 火 🜂 \u2028 \u2029 \u007f \ufeff \uffff"',
    '"/* no comment */ // none, [not] {closed"',
    '"a,]b,}c"',
  ],
  'word: true, false, null': ['true', 'false', 'null'],
};

/** Values that are no JSON. */
export const BROKEN: Readonly<Record<string, readonly string[]>> = {
  'array: commas too many or too few': ['[1,]', '[,1]', '[1,,2]', '[,]', '[1 2]', '["a" "b"]', '[1,,]'],
  'array: brackets': ['[1}', '[[1]', '["x"', '[1,', '[', '[{}', '[1]]', '[}'],
  'array: what is no value': ['[x]', '[*]', '[1:2]', '[a,b]', '[-]', '[,"x"', "['x']", '[\u00a0]', '[\f]'],
  'object: commas too many or too few': [
    '{"a":1,}',
    '{,"a":1}',
    '{"a":1,,"b":2}',
    '{"a":1 "b":2}',
    '{"a":1,',
  ],
  'object: names': ['{a:1}', "{'a':1}", '{1:2}', '{null:1}', '{"a" 1}', '{"a"', '{"a",1}', '{[]:1}', '{:1}'],
  'object: values': [
    '{"a":}',
    '{"a"::1}',
    '{"a":',
    '{"a"}',
    '{"a":x y}',
    '{"a":1:2}',
    '{"a":1]',
    '{',
    '{"a":{}',
  ],
  'object: comments': ['{/*c*/"a":1}', '{"a":1/*c*/}', '{"a":1}//c', '{"a":1}#', '/* c */ {}', '{"a":/'],
  'number: signs, points and zeros': [
    '+1',
    '-',
    '--1',
    '01',
    '-01',
    '.5',
    '1.',
    '-.5',
    '1.e1',
    '0.1.2',
    '00',
  ],
  'number: exponents and other bases': ['1e', '1e+', '1E-', '1e1.5', '0x1F', '1_000', '1,000', '1eE2', '0e'],
  'number: words': ['NaN', '-NaN', 'Infinity', '-Infinity', '+Infinity', 'inf', '1n', '12abc'],
  'string: escapes': ['"\\x41"', '"\\q"', '"\\u12"', '"\\u00zz"', '"\\"', '"\\u"', '"\\\u{1f600}"', '"\\a"'],
  'string: control characters': ['"a\tb"', '"a\u0000b"', '"a\u001fb"', '"\u0008"'],
  'string: quotes': ["'x'", '"x', 'x"', '"', '`x`', '“x”', '"a"b"', '"say "hi" now"', '\\u0022x"'],
  'word: other spellings': ['True', 'FALSE', 'nul', 'tru', 'truee', 'undefined', 'None', 'nullx', 'fals'],
  'structure: what is where a value should be': [
    ',',
    ';',
    '*',
    '@',
    '<x>',
    '#',
    '\\',
    '$',
    '&',
    '\u2060',
    '()',
  ],
  'structure: brackets alone': [']', '}', ']]', '}}', '{]', '[}', '{}}', '[]]', '][', '}{'],
};

/** Values that are JSON by the grammar, or nearly, and that parsers treat differently. */
export const EITHER: Readonly<Record<string, readonly string[]>> = {
  'number: beyond what a double holds': [
    '1e400',
    '-1e400',
    '1e-400',
    '9'.repeat(400),
    `0.${'0'.repeat(400)}1`,
  ],
  'string: halves of surrogate pairs': [
    '"\\uD800"',
    '"\\uDC00"',
    '"\\uD800\\uD800"',
    '"\\uD83D x"',
    '"\\uDE00\\uD83D"',
  ],
  'structure: nested far deeper than 64 levels': [
    `${'['.repeat(500)}${']'.repeat(500)}`,
    `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  ],
};

/** Each value with its kind, as rows of a table. */
export function rowsOf(values: Readonly<Record<string, readonly string[]>>): (readonly [string, string])[] {
  return Object.entries(values).flatMap(([kind, list]) => list.map((value) => [kind, value] as const));
}
