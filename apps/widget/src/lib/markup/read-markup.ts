/** A piece of cleaned markup: text, or a harmless element with what it holds. */
export type MarkupNode = string | { tag: MarkupTag; href?: string; children: MarkupNode[] };

const tags = ['b', 'strong', 'i', 'em', 'u', 's', 'br', 'p', 'ul', 'ol', 'li', 'a'] as const;
export type MarkupTag = (typeof tags)[number];

const token = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>|<!--[\s\S]*?-->|[^<]+|</gi;
/** Elements whose content is not text for people. */
const silent = /<(script|style|iframe|template|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00A0',
};

/** Whether a text is drawn as markup at all (5-36): it has more than letters of any alphabet, digits and blanks. */
export function isMarkup(text: string): boolean {
  return /[^\p{L}\p{N}\s]/u.test(text);
}

/** Reduces untrusted markup to a short list of harmless tags; everything else keeps its text only. */
export function readMarkup(text: string): MarkupNode[] {
  const root: MarkupNode[] = [];
  const open: { tag: MarkupTag; children: MarkupNode[] }[] = [];
  const here = () => open.at(-1)?.children ?? root;
  for (const [whole, slash, name, attributes = ''] of text.replaceAll(silent, '').matchAll(token)) {
    const tag = tags.find((known) => known === name?.toLowerCase());
    if (name === undefined) {
      if (!whole.startsWith('<!--')) here().push(decode(whole));
    } else if (tag === undefined) continue;
    else if (slash) close(open, tag);
    else {
      const node = { tag, ...(tag === 'a' && hrefOf(attributes)), children: [] };
      here().push(node);
      if (tag !== 'br') open.push(node);
    }
  }
  return root;
}

function close(open: { tag: MarkupTag }[], tag: MarkupTag): void {
  const at = open.findLastIndex((node) => node.tag === tag);
  if (at >= 0) open.splice(at);
}

function hrefOf(attributes: string): { href?: string } {
  const [, double, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(attributes) ?? [];
  const href = decode(double ?? single ?? bare ?? '').trim();
  return /^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(href) ? { href } : {};
}

function decode(text: string): string {
  return text.replaceAll(/&(#39|\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
