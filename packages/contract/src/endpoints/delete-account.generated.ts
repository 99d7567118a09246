// Made from the contract by `npm run endpoints`.
import type { deleteAccount } from '../calls/delete-account.ts';
import type { EndpointOf } from '../endpoint.ts';

export const deleteAccountEndpoint: EndpointOf<typeof deleteAccount> = {
  method: 'POST',
  path: '/client/delete_account',
  keys: ['success', 'errors'],
};
