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

/** Three-letter codes of the server and of parents, to path codes (1-45). */
export const pathCodeByServerCode: Readonly<Record<string, Language>> = {
  eng: 'en',
  spa: 'es',
  tha: 'th',
  msa: 'ms',
  ind: 'id',
  vie: 'vi',
  kor: 'ko',
  ita: 'it',
  deu: 'de',
  twn: 'zh-tw',
  hin: 'hi',
  tgl: 'tl',
  ukr: 'uk',
  tur: 'tr',
  dan: 'da',
  nld: 'nl',
};

/** The language with this path code, or `undefined`. */
export function findLanguage(code: string): Language | undefined {
  return languages.find((language) => language === code);
}

/** A path code or three-letter code to a supported language; anything else is the default (1-46). */
export function toLanguage(code: string): Language {
  return findLanguage(code) ?? pathCodeByServerCode[code] ?? defaultLanguage;
}

/** The three-letter code the server keeps for a language. */
export function toServerCode(language: Language): string {
  const entry = Object.entries(pathCodeByServerCode).find(([, path]) => path === language);
  return entry?.[0] ?? 'eng';
}
