import { defaultLanguage, findLanguage, type Language } from '@causeway/domain/languages/languages';

/** Browsers send few values of this header, again and again. */
const known = new Map<string, Language>();
const knownMax = 500;
const lengthMax = 100;

/** The first supported language of an `Accept-Language` header, by its path code or its main part. */
export function readLanguage(header = ''): Language {
  const before = known.get(header);
  if (before !== undefined) return before;
  const [language = defaultLanguage] = listAccepted(header);
  if (known.size < knownMax && header.length <= lengthMax) known.set(header, language);
  return language;
}

/** The same among some languages only. */
export function readLanguageAmong(languages: readonly Language[], header = ''): Language {
  return listAccepted(header).find((language) => languages.includes(language)) ?? defaultLanguage;
}

function listAccepted(header: string): Language[] {
  return header.split(',').flatMap((part) => {
    const tag = (part.split(';')[0] ?? '').trim().toLowerCase();
    return findLanguage(tag) ?? findLanguage(tag.split('-')[0] ?? '') ?? [];
  });
}
