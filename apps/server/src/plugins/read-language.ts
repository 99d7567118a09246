import { defaultLanguage, findLanguage, type Language } from '@causeway/domain/languages/languages';

/** Browsers send few values of this header, again and again. */
const known = new Map<string, Language>();
const knownMax = 500;
const lengthMax = 100;

/** The first supported language of an `Accept-Language` header, by its path code or its main part. */
export function readLanguage(header = ''): Language {
  const before = known.get(header);
  if (before !== undefined) return before;
  const language = findWished(header);
  if (known.size < knownMax && header.length <= lengthMax) known.set(header, language);
  return language;
}

function findWished(header: string): Language {
  for (const part of header.split(',')) {
    const tag = (part.split(';')[0] ?? '').trim().toLowerCase();
    const language = findLanguage(tag) ?? findLanguage(tag.split('-')[0] ?? '');
    if (language !== undefined) return language;
  }
  return defaultLanguage;
}
