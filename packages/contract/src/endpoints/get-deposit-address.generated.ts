// Made from the contract by `npm run endpoints`.
import type { getDepositAddress } from '../calls/get-deposit-address.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getDepositAddressEndpoint: EndpointOf<typeof getDepositAddress> = {
  method: 'POST',
  path: '/balance/deposit_address',
  keys: ['currency', 'payinMinAmount', 'address', 'dstTag', 'isPermanent', 'secondsToRelease', 'confirmations', 'minAmount', 'payinMinWorth', 'minWorth', 'worthCurrency', 'otherCoins', 'error'],
};
