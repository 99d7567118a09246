/**
 * Replaces comments and the insides of strings, templates and regular expressions with spaces, so that the rest can be
 * searched for keywords and braces. Length and line breaks stay, and code inside `${}` stays.
 */
export function blankSource(text) {
  const out = [...text];
  const templates = [];
  let depth = 0;
  let position = 0;
  const blank = (from, to) => {
    for (let i = from; i < to; i += 1) if (out[i] !== '\n') out[i] = ' ';
  };
  const readTemplate = (start) => {
    let i = start;
    while (i < text.length && text[i] !== '`' && !text.startsWith('${', i)) i += text[i] === '\\' ? 2 : 1;
    blank(start, Math.min(i, text.length));
    if (text[i] === '`') return i + 1;
    templates.push(depth);
    depth += 1;
    return i + 2;
  };
  while (position < text.length) {
    const character = text[position];
    const end = endOfBlank(text, out, position);
    if (end !== undefined) {
      blank(position + end.keep, end.to - end.keep);
      position = end.to;
    } else if (character === '`') {
      position = readTemplate(position + 1);
    } else if (character === '}' && templates.at(-1) === depth - 1) {
      templates.pop();
      depth -= 1;
      position = readTemplate(position + 1);
    } else {
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      position += 1;
    }
  }
  return out.join('');
}

function endOfBlank(text, out, position) {
  const character = text[position];
  if (text.startsWith('//', position)) return { to: lineEnd(text, position), keep: 0 };
  if (text.startsWith('/*', position)) {
    const close = text.indexOf('*/', position + 2);
    return { to: close === -1 ? text.length : close + 2, keep: 0 };
  }
  if (character === "'" || character === '"') return { to: literalEnd(text, position, character), keep: 1 };
  if (character === '/' && startsRegularExpression(out, text, position))
    return { to: regularExpressionEnd(text, position), keep: 1 };
  return undefined;
}

function lineEnd(text, position) {
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end;
}

// A quote that is not closed on its line is an apostrophe in the text of a JSX element.
function literalEnd(text, start, quote) {
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i += text[i] === '\\' ? 2 : 1) {
    if (text[i] === quote) return i + 1;
  }
  return start + 1;
}

function regularExpressionEnd(text, start) {
  let inClass = false;
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i += text[i] === '\\' ? 2 : 1) {
    if (text[i] === '[') inClass = true;
    else if (text[i] === ']') inClass = false;
    else if (text[i] === '/' && !inClass) return i + 1;
  }
  return start + 1;
}

function startsRegularExpression(out, text, position) {
  if (text[position + 1] === '>') return false;
  let i = position - 1;
  while (i >= 0 && /\s/.test(out[i])) i -= 1;
  if (i < 0) return true;
  if (/[(,=:[!&|?{;+*%~^]/.test(out[i])) return true;
  if (out[i] === '>' && out[i - 1] === '=') return true;
  const word = /[\w$]+$/.exec(out.slice(Math.max(0, i - 12), i + 1).join(''))?.[0];
  return (
    word !== undefined && ['return', 'typeof', 'case', 'in', 'of', 'await', 'yield', 'void', 'delete'].includes(word)
  );
}
