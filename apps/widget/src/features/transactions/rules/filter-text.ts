import type { Translate } from '../../../lib/i18n/texts.ts';
import type { FilterChoices } from '../transactions-list.ts';
import { dayText } from '../../../lib/days/day-text.ts';
import type { FilterPart, TransactionFilter } from './transaction-filter.ts';

export interface FilterTextInput {
  part: FilterPart;
  filter: TransactionFilter;
  /** Knows the methods by name. */
  choices: FilterChoices | undefined;
  t: Translate;
  language: string;
  now: Date;
}

/** A part of a filter as text: 'Last 30 days', 'Card, SEPA'. */
export function filterText({ part, filter, choices, t, language, now }: FilterTextInput): string {
  const { period, from, to, methods, statuses, payinCurrency, payoutCurrency } = filter;
  if (part === 'payinCurrency') return t('tpl:transactions:paid_in', { code: payinCurrency });
  if (part === 'payoutCurrency') return t('tpl:transactions:got_in', { code: payoutCurrency });
  if (part === 'statuses') return statuses.map((group) => t(`tpl:transactions:status_${group}`)).join(', ');
  if (part === 'methods')
    return methods.map((method) => choices?.method.find(({ code }) => code === method)?.name ?? method).join(', ');
  if (period !== 'days') return t(`tpl:transactions:period_${period}_long`);
  const day = (value: string) => dayText(value, now, language);
  if (to === '') return t('tpl:transactions:since', { date: day(from) });
  if (from === '') return t('tpl:transactions:until', { date: day(to) });
  return [from, to].toSorted().map(day).join(' – ');
}
