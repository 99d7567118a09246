import type { deleteAccount } from '@causeway/contract/calls/delete-account';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const deleteAccountEndpoint: Endpoint<
  { password: string; code?: string; reason: string; isAgree: boolean },
  AnswerOf<typeof deleteAccount>
> = {
  id: 'C-63',
  method: 'POST',
  path: '/client/delete_account',
  keys: ['success', 'errors'],
};
