// Made from the contract by `npm run endpoints`.
import type { downloadReceipt } from '../calls/download-receipt.ts';
import type { EndpointOf } from '../endpoint.ts';

export const downloadReceiptEndpoint: EndpointOf<typeof downloadReceipt> = {
  method: 'POST',
  path: '/onramp/o/{niceId}/receipt',
  keys: [],
};
