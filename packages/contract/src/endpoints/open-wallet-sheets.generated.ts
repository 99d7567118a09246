// Made from the contract by `npm run endpoints`.
import type { openWalletSheets } from '../calls/open-wallet-sheets.ts';
import type { EndpointOf } from '../endpoint.ts';

export const openWalletSheetsEndpoint: EndpointOf<typeof openWalletSheets> = {
  method: 'POST',
  path: '/onramp/o/{niceId}/wallets',
  keys: ['success', 'sheets', 'merchantSession', 'errors'],
};
