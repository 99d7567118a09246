import { findCurrency } from '@causeway/domain/currencies/find-currency';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { selectFilterValues, type OrderScope } from './store.ts';

interface Choice {
  code: string;
  name: string;
}

/** What these orders can be filtered by, each by its name. */
export async function tellFilters({ db, texts }: AppContext, scope: OrderScope, language: Language) {
  const rows = await selectFilterValues(db, scope);
  const currency = (code: string) => ({ code, name: findCurrency(code)?.name ?? code });
  const first = rows.map(({ firstAt }) => firstAt.getTime()).toSorted((left, right) => left - right)[0];
  return {
    method: choices(
      rows.map(({ payinGroup: code, nameKey, name }) => ({
        code,
        name: nameKey ? texts.say(language, nameKey) : (name ?? code),
      })),
    ),
    payinCurrency: choices(rows.map(({ payinCurrency }) => currency(payinCurrency))),
    payoutCurrency: choices(rows.map(({ payoutCurrency }) => currency(payoutCurrency))),
    status: choices(rows.map(({ status: code }) => ({ code, name: texts.say(language, `tpl:order:status_${code}`) }))),
    time: first === undefined ? '' : new Date(first).toISOString().slice(0, 10),
  };
}

/** Each code once, by name. */
function choices(all: readonly Choice[]): Choice[] {
  const once = new Map(all.map((choice) => [choice.code, choice]));
  return [...once.values()].toSorted((left, right) => left.name.localeCompare(right.name));
}
