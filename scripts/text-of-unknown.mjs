/**
 * Checks that no text is made of a value of unknown type: node scripts/text-of-unknown.mjs
 *
 * Finds where a text is made of a value whose type does not say that it is one: `String(x)`, `${x}` and `'' + x` throw
 * for objects without a usable `toString`, and run over deep arrays until the stack ends. Content can be both.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from './parts/run-command.mjs';

/** Packages that content passes through. */
const rooms = /^(packages\/[a-z-]+|app\/(renderer|cli|shell-core|browser-shell|main))\/src\//;
const notChecked = /\.test\.tsx?$|-in-test\.tsx?$|\/generated\/|\/gallery\//;

/** Functions that ask an object for its text. */
const converts = new Set(['String', 'BigInt', 'parseInt', 'parseFloat']);

/** Classes that write themselves. */
const writeThemselves = new Set(['URL', 'URLSearchParams', 'Text', 'RegExp']);

/** Names of what was thrown, which content cannot choose. */
const thrown = /^(error|reason|why|bug|failure|thrown)$/;

/**
 * @param {string} root folder of the repository
 * @returns {readonly { file: string, line: number, text: string }[]}
 */
function textsOfUnknown(root) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const read = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), {}, host);
  const program = ts.createProgram(read?.fileNames ?? [], { ...read?.options, noEmit: true });
  const checker = program.getTypeChecker();
  return program.getSourceFiles().flatMap((source) => {
    const file = source.fileName.slice(root.length + 1);
    return rooms.test(file) && !notChecked.test(file) ? foundIn(source, file, checker) : [];
  });
}

function foundIn(source, file, checker) {
  const found = [];
  const note = (node) => {
    if (ts.isIdentifier(node) && thrown.test(node.text)) return;
    if (!isText(checker.getTypeAtLocation(node), checker)) noteAt(node);
  };
  const noteAt = (node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ file, line: line + 1, text: node.getText().slice(0, 80) });
  };
  const noteItems = (node) => {
    const items = checker.getIndexTypeOfType(checker.getTypeAtLocation(node), ts.IndexKind.Number);
    if (items !== undefined && !isText(items, checker)) noteAt(node);
  };
  const visit = (node) => {
    if (ts.isTemplateSpan(node) && !ts.isTaggedTemplateExpression(node.parent.parent)) note(node.expression);
    if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      if (ts.isIdentifier(expression) && converts.has(expression.text) && given.length === 1) note(given[0]);
      if (ts.isPropertyAccessExpression(expression)) {
        const { text: name } = expression.name;
        if (name === 'toString' && given.length === 0) note(expression.expression);
        if (isListToText(name, given)) noteItems(expression.expression);
      }
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      note(node.left);
      note(node.right);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `join`, and `sort` without an order of its own, write every item. */
const isListToText = (name, given) =>
  name === 'join' || (['sort', 'toSorted'].includes(name) && given.length === 0);

const PRIMITIVE =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Void |
  ts.TypeFlags.Never;

function isText(type, checker) {
  if (type.isUnion()) return type.types.every((part) => isText(part, checker));
  // `string & Brand`, and a type parameter that is bound to a text.
  if (type.isIntersection()) return type.types.some((part) => isText(part, checker));
  if (type.flags & ts.TypeFlags.TypeParameter) {
    const bound = checker.getBaseConstraintOfType(type);
    return bound !== undefined && bound !== type && isText(bound, checker);
  }
  return (type.flags & PRIMITIVE) !== 0 || writeThemselves.has(type.symbol?.name);
}

const found = textsOfUnknown(repositoryRoot.replace(/\/$/, ''));
for (const { file, line, text } of found) console.error(`${file}:${line}: a text is made of ${text}`);
console.log(`${found.length} texts are made of values of unknown type`);
process.exit(found.length === 0 ? 0 : 1);
