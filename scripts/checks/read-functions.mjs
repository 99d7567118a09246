import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** Parameters that bring the pool along, unless a caller has put its transaction in place of it. */
const contexts = /^(?:context|tools|source)$/;

/** Every function of a file, by the file and its name. */
export function readFunctions({ path, text }) {
  const { program } = parseSync(path, text);
  const imported = readImports(path, program);
  const found = [];
  walk(program, (node) => {
    const [name, body] = namedFunction(node);
    if (body !== undefined) found.push([nameIn(path, name), { path, name, ...read(body, { path, text, imported }) }]);
  });
  return found;
}

function namedFunction(node) {
  if (node.type === 'FunctionDeclaration') return [node.id?.name ?? '', node];
  if (node.type === 'VariableDeclarator' && isFunction(node.init)) return [node.id.name ?? '', node.init];
  if (node.type === 'Property' && isFunction(node.value)) return [`${node.key.name}@${node.start}`, node.value];
  return ['', undefined];
}

function readImports(path, program) {
  const specifiers = program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration' && statement.source.value.startsWith('.')
      ? statement.specifiers.map((one) => [one, posix.join(posix.dirname(path), statement.source.value)])
      : [],
  );
  return new Map(specifiers.map(([one, from]) => [one.local.name, nameIn(from, one.imported?.name ?? '')]));
}

/** What a function asks of the pool and whom it gives its whole context; `isHeld` within a transaction. */
function read(made, { path, text, imported }) {
  const own = readParameters(made);
  const [asks, calls] = [[], []];
  const lineOf = ({ start }) => text.slice(0, start).split('\n').length;
  const visit = (node, isHeld) => {
    if (isPool(node, own)) asks.push({ isHeld, line: lineOf(node) });
    if (node.type === 'VariableDeclarator' && own.contexts.has(node.init?.name)) addPools(node.id, own);
    if (node.type === 'CallExpression' && node.arguments.some(({ name }) => own.contexts.has(name)))
      calls.push({
        isHeld,
        line: lineOf(node),
        target: imported.get(node.callee.name) ?? nameIn(path, node.callee.name),
      });
    const begins = isTransaction(node, text);
    for (const child of childrenOf(node)) visit(child, isHeld || (begins && node.arguments.includes(child)));
  };
  visit(made.body, own.isGivenTransaction);
  return { asks, calls };
}

function readParameters({ params }) {
  const own = { contexts: new Set(), pools: new Set(), isGivenTransaction: false };
  for (const given of params) {
    const parameter = given.type === 'AssignmentPattern' ? given.left : given;
    if (contexts.test(parameter.name ?? '')) own.contexts.add(parameter.name);
    if (parameter.name === 'trx') own.isGivenTransaction = true;
    addPools(parameter, own);
  }
  return own;
}

function addPools({ type, properties = [] }, { pools }) {
  if (type !== 'ObjectPattern') return;
  for (const { key, value } of properties) if (key?.name === 'db') pools.add(value.name);
}

function isPool(node, { contexts: own, pools }) {
  if (node.type === 'Identifier') return pools.has(node.name);
  return node.type === 'MemberExpression' && own.has(node.object.name) && node.property.name === 'db';
}

function isTransaction({ type, callee }, text) {
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression' || callee.property.name !== 'execute')
    return false;
  return /transaction\(\)/.test(text.slice(callee.start, callee.end));
}

function isFunction(node) {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

/** The parts that are evaluated: neither parameters nor names of properties. */
function childrenOf(node) {
  const parts = evaluatedIn(node) ?? Object.values(node).flat();
  return parts.filter((part) => typeof part?.type === 'string');
}

function evaluatedIn(node) {
  if (isFunction(node)) return [node.body];
  if (node.type === 'ObjectPattern') return [];
  if (node.type === 'Property') return node.computed ? [node.key, node.value] : [node.value];
  return node.type === 'MemberExpression' && !node.computed ? [node.object] : undefined;
}

function walk(node, visit) {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

function nameIn(path, name) {
  return `${path}#${name}`;
}
