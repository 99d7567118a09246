import { defaultLanguage, type Language } from '@causeway/domain/languages/languages';
import type { Config } from '../../config/config.ts';

/** URL of a page of the product in a language; `path` begins with a slash. */
export function pageUrl(config: Pick<Config, 'PUBLIC_URL'>, language: Language, path: string): string {
  return `${config.PUBLIC_URL}${language === defaultLanguage ? '' : `/${language}`}${path}`;
}
