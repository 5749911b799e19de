/** One named schema as TypeScript text. Understands the keywords our schemas use and throws on any other. */

const known = new Set(
  `$ref type properties required additionalProperties propertyNames items enum const oneOf anyOf discriminator
  title description minLength maxLength pattern format minimum maximum minItems maxItems uniqueItems not if then`.split(
    /\s+/,
  ),
);

/**
 * The declaration of one schema, with the declarations of its titled variants before it. `nameOf` gives the name of a
 * reference.
 */
export function typeText(name, schema, nameOf) {
  const variants = (schema.anyOf ?? schema.oneOf ?? []).filter((variant) => variant.title !== undefined);
  const before = variants.map((variant) => `${declaration(variant.title, variant, nameOf)}\n`).join('');
  return before + declaration(name, schema, nameOf);
}

function declaration(name, schema, nameOf) {
  const isInterface =
    schema.properties !== undefined && schema.$ref === undefined && unionOf(schema) === undefined;
  const text = isInterface
    ? `export interface ${name} ${members(schema, nameOf, '')}\n`
    : `export type ${name} = ${typeOf(schema, nameOf, '')};\n`;
  return comment(schema.description, '') + text;
}

function comment(text, indent) {
  if (text === undefined) return '';
  const description = text.replaceAll('*/', '*\\/');
  if (description.length < 100) return `${indent}/** ${description} */\n`;
  const lines = [''];
  for (const word of description.split(' ')) {
    if (lines.at(-1).length + word.length > 105) lines.push('');
    lines.push(`${lines.pop()} ${word}`.trimStart());
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function unionOf(schema) {
  return schema.oneOf ?? schema.anyOf;
}

/** The type of a schema in place; parts that hold at the same time are joined by `&`. */
function typeOf(schema, nameOf, indent) {
  for (const keyword of Object.keys(schema)) {
    if (!known.has(keyword)) throw new Error(`types: unknown keyword ${keyword}`);
  }
  const parts = [];
  if (schema.$ref !== undefined) parts.push(nameOf(schema.$ref));
  if (schema.properties !== undefined)
    parts.push(members(schema, nameOf, indent), ...requiredElsewhere(schema, nameOf));
  const union = unionOf(schema);
  if (union !== undefined) parts.push(unionText(union, nameOf, indent, parts.length > 0));
  if (parts.length === 0) return plainType(schema, nameOf, indent);
  const text = parts.join(' & ');
  return Array.isArray(schema.type) && schema.type.includes('null') ? `${text} | null` : text;
}

/** Names that are required here but declared in the referenced schema. */
function requiredElsewhere(schema, nameOf) {
  if (schema.$ref === undefined) return [];
  const names = (schema.required ?? []).filter((name) => !Object.hasOwn(schema.properties, name));
  if (names.length === 0) return [];
  return [`Required<Pick<${nameOf(schema.$ref)}, ${names.map((name) => `'${name}'`).join(' | ')}>>`];
}

function unionText(union, nameOf, indent, joined) {
  const texts = union.map(
    (variant) => variant.title ?? openString(variant) ?? typeOf(variant, nameOf, indent),
  );
  const text = [...new Set(texts)].join(' | ');
  return joined ? `(${text})` : text;
}

/** A string beside literals, written so that editors still offer the literals. */
function openString(variant) {
  const isString = variant.pattern !== undefined && (variant.type ?? 'string') === 'string';
  return isString ? '(string & {})' : undefined;
}

function plainType(schema, nameOf, indent) {
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.type === undefined) return 'unknown';
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types.map((type) => simpleType(type, schema, nameOf, indent)).join(' | ');
}

function literal(value) {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function simpleType(type, schema, nameOf, indent) {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'array': {
      const item = schema.items === undefined ? 'unknown' : typeOf(schema.items, nameOf, indent);
      return `readonly ${/[|&]/.test(item) && !item.startsWith('{') ? `(${item})` : item}[]`;
    }
    case 'object':
      if (typeof schema.additionalProperties === 'object') {
        return `{ readonly [key: string]: ${typeOf(schema.additionalProperties, nameOf, indent)} }`;
      }
      return 'JsonObject';
    default:
      throw new Error(`types: unknown type ${type}`);
  }
}

function members(schema, nameOf, indent) {
  const required = new Set(schema.required ?? []);
  const inner = `${indent}  `;
  const rows = Object.entries(schema.properties).map(([name, sub]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
    const mark = required.has(name) ? '' : '?';
    return `${comment(sub.description, inner)}${inner}readonly ${key}${mark}: ${typeOf(sub, nameOf, inner)};\n`;
  });
  return `{\n${rows.join('')}${indent}}`;
}
