import type { Executor } from '../../database/db.ts';
import { type OrderScope, within } from './store.ts';
import type { AppContext } from '../../context.ts';
import type { Language } from '@causeway/domain/languages/languages';
import { findCurrency } from '@causeway/domain/currencies/find-currency';

/** So many of the newest orders show what there is to filter by. */
const describedMost = 10_000;

/** The available filter values. */
async function selectFilterValues(executor: Executor, scope: OrderScope) {
  const newest = within(executor, scope)
    .select(['payinGroup', 'payinCurrency', 'payoutCurrency', 'status'])
    .orderBy('createdAt', 'desc')
    .limit(describedMost);
  return executor
    .selectFrom(newest.as('newest'))
    .leftJoin('paymentGroups', 'paymentGroups.code', 'newest.payinGroup')
    .select(['payinGroup', 'payinCurrency', 'payoutCurrency', 'status', 'nameKey', 'name'])
    .groupBy(['payinGroup', 'payinCurrency', 'payoutCurrency', 'status', 'nameKey', 'name'])
    .execute();
}

interface Choice {
  code: string;
  name: string;
}

/** What these orders can be filtered by, each by its name. */
export async function describeFilters({ db, texts }: AppContext, scope: OrderScope, language: Language) {
  const rows = await selectFilterValues(db, scope);
  const currency = (code: string) => ({ code, name: findCurrency(code)?.name ?? code });
  const first = await within(db, scope).select('createdAt').orderBy('createdAt').limit(1).executeTakeFirst();
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
    time: first === undefined ? '' : first.createdAt.toISOString().slice(0, 10),
  };
}

/** Each code once, by name. */
function choices(all: readonly Choice[]): Choice[] {
  const once = new Map(all.map((choice) => [choice.code, choice]));
  return [...once.values()].toSorted((left, right) => left.name.localeCompare(right.name));
}
