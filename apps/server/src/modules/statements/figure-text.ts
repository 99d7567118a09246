import type { Language } from '@causeway/domain/languages/languages';

/** The tags of languages where our code is another. */
const tags: Readonly<Partial<Record<Language, string>>> = { 'zh-tw': 'zh-Hant-TW', tl: 'fil' };
const tagOf = (language: Language) => tags[language] ?? language;

/** Decimal text as a reader of the language writes it: never as a number, which would round it. */
export function figureText(text: string, language: Language): string {
  const [whole = '0', fraction] = text.replace('-', '').split('.');
  const mark = new Intl.NumberFormat(tagOf(language)).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  const grouped = new Intl.NumberFormat(tagOf(language)).format(BigInt(whole));
  // Fonts of documents have no narrow space of their own.
  const shown = (fraction === undefined ? grouped : `${grouped}${mark ?? '.'}${fraction}`).replaceAll(
    '\u202F',
    '\u00A0',
  );
  return text.startsWith('-') ? `−${shown}` : shown;
}

/** Day and time of a moment in a time zone. */
export function momentText(moment: Date, language: Language, timeZone: string): string {
  const parts = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(tagOf(language), parts).format(moment).replaceAll('\u202F', '\u00A0');
}
