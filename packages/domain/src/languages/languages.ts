/** Path codes of the supported languages, the default first; source: requirement 1-45 and A-058. */
export const languages = [
  'en',
  'es',
  'th',
  'ms',
  'id',
  'vi',
  'ko',
  'it',
  'de',
  'zh-tw',
  'hi',
  'tl',
  'uk',
  'tr',
  'da',
  'nl',
] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

/** The language with this path code, or `undefined`. */
export function findLanguage(code: string): Language | undefined {
  return languages.find((language) => language === code);
}
