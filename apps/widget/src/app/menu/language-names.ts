/** What each language calls itself. */
export const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  es: 'Español',
  th: 'ไทย',
  ms: 'Bahasa Melayu',
  id: 'Bahasa Indonesia',
  vi: 'Tiếng Việt',
  ko: '한국어',
  it: 'Italiano',
  de: 'Deutsch',
  'zh-tw': '繁體中文',
  hi: 'हिन्दी',
  tl: 'Tagalog',
  uk: 'Українська',
  tr: 'Türkçe',
  da: 'Dansk',
  nl: 'Nederlands',
};
