import type { Translate } from '../i18n/texts.ts';
import { timeText } from '../format/moment-text.ts';
import { localDay } from './local-day.ts';

/** The text before a day, if any. */
export function nearness(day: string, now: Date): 'today' | 'yesterday' | undefined {
  if (day === localDay(now)) return 'today';
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  return day === localDay(before) ? 'yesterday' : undefined;
}

/** '3 June', and '3 June 2025' of another year than now's. */
export function dayText(day: string, now: Date, language: string, month: 'long' | 'short' = 'long'): string {
  const [year = 0, monthOfYear = 1, date = 1] = day.split('-').map(Number);
  // English without a country would put the month first.
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month,
    ...(year !== now.getFullYear() && { year: 'numeric' }),
  }).format(new Date(year, monthOfYear - 1, date));
}

/** '3 Jun, 13:20', with the year of another than now's. @param createdAt in seconds */
export function dayTimeText(createdAt: number, now: Date, language: string): string {
  const moment = new Date(createdAt * 1000);
  return `${dayText(localDay(moment), now, language, 'short')}, ${timeText(moment, language)}`;
}

/** What stands above the rows of a day. */
export function dayTitle(day: string, now: Date, { language, t }: { language: string; t: Translate }): string {
  const date = dayText(day, now, language);
  const near = nearness(day, now);
  return near ? t(`tpl:transactions:day_${near}`, { date }) : date;
}
