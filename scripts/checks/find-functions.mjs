import { blankSource } from './blank-source.mjs';

const closing = { '(': ')', '{': '}', '[': ']' };
const control = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'await']);

/** Every function with a body, as its name (when it has one), first line and number of lines. */
export function findFunctions(text) {
  const code = blankSource(text);
  const partner = matchBrackets(code);
  const found = [];
  for (const [open, close] of partner) {
    if (code[open] !== '(') continue;
    const body = bodyAfter(code, partner, close + 1);
    if (body === undefined) continue;
    const before = code.slice(0, open).trimEnd();
    const name = /([\w$#]+)\s*(?:<[^<>()]*>)?$/.exec(before)?.[1] ?? '';
    // A script's outermost `(() => {…})()` is its module, not a function.
    if (control.has(name) || /(?:^|\n)\($/.test(before)) continue;
    const line = lineOf(code, open);
    found.push({ name: named(before, name), line, lines: lineOf(code, body) - line + 1 });
  }
  return found;
}

function named(before, name) {
  const assigned = /(?:const|let)\s+([\w$]+)[^=;]*=\s*(?:async\s*)?(?:<[^()]*>)?$/.exec(before)?.[1];
  return assigned ?? (['function', 'async', 'return', 'get', 'set'].includes(name) || name === '' ? 'anonymous' : name);
}

function matchBrackets(code) {
  const partner = new Map();
  const open = [];
  for (let i = 0; i < code.length; i += 1) {
    if (closing[code[i]] !== undefined) open.push(i);
    else if (')}]'.includes(code[i])) {
      const start = open.pop();
      if (start !== undefined && closing[code[start]] === code[i]) partner.set(start, i);
    }
  }
  return partner;
}

/** Position where the body ends, when what follows a closing parenthesis is a function's body. */
function bodyAfter(code, partner, start) {
  let i = skipSpace(code, start);
  if (code[i] === '{') return partner.get(i);
  if (code[i] === ':') {
    i = skipType(code, partner, i + 1);
    if (i === undefined) return undefined;
    if (code[i] === '{') return partner.get(i);
  }
  if (!code.startsWith('=>', i)) return undefined;
  i = skipSpace(code, i + 2);
  return code[i] === '{' || code[i] === '(' ? partner.get(i) : undefined;
}

/**
 * Walks over a return type. Returns the position of the body's brace or arrow, or nothing when it was not a return
 * type.
 */
function skipType(code, partner, start) {
  let previous = ':';
  for (let i = skipSpace(code, start); i < code.length; i = skipSpace(code, i + 1)) {
    const character = code[i];
    if (code.startsWith('=>', i)) return i;
    if (character === '{' && !':|&<,('.includes(previous)) return i;
    if (closing[character] !== undefined) {
      const end = partner.get(i);
      if (end === undefined) return undefined;
      i = end;
    } else if (character === '<') {
      i = skipAngles(code, i);
    } else if (';,)]}=?'.includes(character)) {
      return undefined;
    }
    previous = code[i];
  }
  return undefined;
}

function skipAngles(code, start) {
  let depth = 0;
  for (let i = start; i < code.length; i += 1) {
    if (code[i] === '<') depth += 1;
    else if (code[i] === '>' && code[i - 1] !== '=') depth -= 1;
    if (depth === 0) return i;
  }
  return code.length;
}

function skipSpace(code, start) {
  let i = start;
  while (i < code.length && /\s/.test(code[i])) i += 1;
  return i;
}

function lineOf(code, position) {
  let line = 1;
  for (let i = 0; i < position; i += 1) if (code[i] === '\n') line += 1;
  return line;
}
