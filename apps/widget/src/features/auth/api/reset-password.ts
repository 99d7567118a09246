import type { resetPassword } from '@causeway/contract/calls/reset-password';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const resetPasswordEndpoint: Endpoint<
  { token: string; newPassword: string; newPasswordRepeat: string },
  AnswerOf<typeof resetPassword>
> = {
  id: 'C-09',
  method: 'POST',
  path: '/password/reset',
  keys: ['success', 'errors'],
};
