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

/** A day of the calendar: '2026-10-01' as a reader of the language writes it. */
export function dayText(day: string, language: Language): string {
  const moment = new Date(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'medium', timeZone: 'UTC' })
    .format(moment)
    .replaceAll('\u202F', '\u00A0');
}

/** The decimals that the longest of these figures needs, not fewer than `least`: columns of figures stay aligned. */
export function decimalsOf(figures: readonly string[], least: number): number {
  return figures.reduce(
    (most, figure) => Math.max(most, (figure.split('.')[1] ?? '').replace(/0+$/, '').length),
    least,
  );
}

/** A figure without the zeros after so many decimals. */
export function withDecimals(figure: string, decimals: number): string {
  const [whole = '0', fraction = ''] = figure.split('.');
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}
