import { defaultLanguage, findLanguage } from '@causeway/domain/languages/languages';

/** Splits a path of the address bar into its language and the rest (1-41). English has no segment. */
export function splitLanguage(href: string): { language: string | undefined; href: string } {
  const [, first = '', rest = ''] = /^\/([^/?#]*)(.*)$/s.exec(href) ?? [];
  const language = first === defaultLanguage ? undefined : findLanguage(first);
  if (language === undefined) return { language: undefined, href };
  return { language, href: rest.startsWith('/') ? rest : `/${rest}` };
}

/** The path of the address bar in a language (1-43). */
export function joinLanguage(language: string, href: string): string {
  if (language === defaultLanguage) return href;
  return href === '/' ? `/${language}` : `/${language}${href.startsWith('/?') ? href.slice(1) : href}`;
}
