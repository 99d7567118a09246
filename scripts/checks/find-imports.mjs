import { blankSource } from './blank-source.mjs';

const statement = /\b(?:import|export)\b(?:[\s\w$*{},]*?\bfrom)?\s*\(?\s*(?=['"])/g;

/** The modules that a source file names in its imports and exports, with their lines. */
export function findImports(text) {
  const code = blankSource(text);
  return [...code.matchAll(statement)].flatMap((match) => {
    const quote = match.index + match[0].length;
    const close = text.indexOf(text[quote], quote + 1);
    return close === -1
      ? []
      : [{ specifier: text.slice(quote + 1, close), line: text.slice(0, match.index).split('\n').length }];
  });
}
