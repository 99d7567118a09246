const deferred = /@media\s*\(scripting(?:\s*:\s*enabled)?\)\s*\{/g;

function closing(css: string, from: number): number {
  let depth = 1;
  for (let at = from; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error('A style block is not closed');
}

/**
 * The part of the entry's style sheet that goes into the page. Rules under @media (scripting) are for states that only
 * a running script brings (errors, callouts, hover, later tokens): they are left out here and arrive with the whole
 * sheet, which applyFullStyles() switches on.
 */
export function criticalCss(css: string): string {
  let kept = '';
  let from = 0;
  for (const match of css.matchAll(deferred)) {
    if (match.index < from) continue;
    kept += css.slice(from, match.index);
    from = closing(css, match.index + match[0].length);
  }
  return kept + css.slice(from);
}
