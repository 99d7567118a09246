const noTags: ReadonlySet<string> = new Set();
const plainTags: ReadonlySet<string> = new Set(['a', 'b', 'br', 'em', 'i', 'strong']);
/** A whole text has paragraphs and lists too. */
const wholeTags: ReadonlySet<string> = new Set([...plainTags, 'p', 'ul', 'ol', 'li']);
const tag = /<(\/?)([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi;
const safeLink = /\bhref\s*=\s*(["'])((?:https?:\/\/|mailto:|\/(?!\/))[^"'<>\s]*|\{\w+\})\1/i;

/**
 * Markup of a translation, reduced to the tags `a`, `b`, `br`, `em`, `i`, `strong` and to links that lead to a page, or
 * to a placeholder that the page fills and checks as it draws. Every other `<` becomes text, so that no value put into
 * the message later can complete a tag.
 */
export function cleanMarkup(message: string): string {
  return clean(message, plainTags);
}

/** The same for a text of many sentences, which keeps its paragraphs and lists. */
export function cleanWholeText(text: string): string {
  return clean(text, wholeTags);
}

/** The words alone, for a text whose author is not known. */
export function removeMarkup(text: string): string {
  return clean(text, noTags);
}

function clean(message: string, kept: ReadonlySet<string>): string {
  let result = '';
  let end = 0;
  for (const match of message.matchAll(tag)) {
    const [whole, slash = '', name = '', attributes = ''] = match;
    result += asText(message.slice(end, match.index)) + cleanTag(kept, slash, name.toLowerCase(), attributes);
    end = match.index + whole.length;
  }
  return result + asText(message.slice(end));
}

function cleanTag(kept: ReadonlySet<string>, slash: string, name: string, attributes: string): string {
  if (!kept.has(name)) return '';
  if (name !== 'a') return `<${slash}${name}>`;
  if (slash !== '') return '</a>';
  const href = safeLink.exec(attributes)?.[2];
  return href === undefined ? '<a>' : `<a href="${href}">`;
}

function asText(text: string): string {
  return text.replaceAll('<', '&lt;');
}
