import { defaultLanguage, findLanguage, type Language } from '@causeway/domain/languages/languages';

/** The first supported language of an `Accept-Language` header, by its path code or its main part. */
export function readLanguage(header: string | undefined): Language {
  for (const part of (header ?? '').split(',')) {
    const tag = (part.split(';')[0] ?? '').trim().toLowerCase();
    const language = findLanguage(tag) ?? findLanguage(tag.split('-')[0] ?? '');
    if (language !== undefined) return language;
  }
  return defaultLanguage;
}
