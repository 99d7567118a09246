import { getBalance } from '@causeway/contract/calls/get-balance';
import { setFavorites } from '@causeway/contract/calls/set-favorites';
import { setPrimary } from '@causeway/contract/calls/set-primary';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { saveBalanceSettings } from '../balance/balance-settings.ts';
import { clientIdOf } from '../clients/store.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import { balanceChoices, readBalanceOverview } from './read-balance.ts';

const done = { success: toFlag(true), errors: [] };

/** C-37, C-39 and C-40. */
export function balanceOverviewRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getBalance, async ({ identify }) =>
    readBalanceOverview(context, clientIdOf(await identify())),
  );

  bindCall(app, context, setFavorites, async ({ request, identify }) => {
    const clientId = clientIdOf(await identify());
    const { clientBalanceCurrencies, groups } = balanceChoices(await getPriceList(context));
    const favoriteCurrencies = [...new Set(request.favoriteCurrencies)];
    const favoriteGroups = [...new Set(request.favoriteGroups)];
    if (!favoriteCurrencies.every((code) => clientBalanceCurrencies.includes(code)))
      throw new Refusal({ code: 'CURRENCY_UNKNOWN', field: 'favorite_currencies' });
    if (!favoriteGroups.every((code) => groups.has(code)))
      throw new Refusal({ code: 'GROUP_UNKNOWN', field: 'favorite_groups' });
    await saveBalanceSettings(context.db, clientId, { favoriteCurrencies, favoriteGroups });
    return { ...done, favoriteCurrencies, favoriteGroups };
  });

  bindCall(app, context, setPrimary, async ({ request, identify }) => {
    const clientId = clientIdOf(await identify());
    const { clientPrimaryCurrencies } = balanceChoices(await getPriceList(context));
    if (!clientPrimaryCurrencies.includes(request.currency))
      throw new Refusal({ code: 'CURRENCY_UNKNOWN', field: 'currency' });
    await saveBalanceSettings(context.db, clientId, { primaryCurrency: request.currency });
    return { ...done, primaryCurrency: request.currency };
  });
}
