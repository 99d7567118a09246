// Made from the contract by `npm run endpoints`.
import type { getBalance } from '../calls/get-balance.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getBalanceEndpoint: EndpointOf<typeof getBalance> = {
  method: 'POST',
  path: '/balance',
  keys: ['availablePrimaryBalance', 'balances', 'clientBalanceCurrencies', 'clientPrimaryCurrencies', 'currencyData', 'favoriteCurrencies', 'favoriteGroups', 'holdPrimaryBalance', 'primaryBalance', 'secondaryBalance', 'primaryCurrency', 'secondaryCurrency', 'worthCurrency'],
};
