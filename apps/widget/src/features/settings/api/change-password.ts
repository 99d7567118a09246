import type { changePassword } from '@causeway/contract/calls/change-password';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const changePasswordEndpoint: Endpoint<
  { oldPassword: string; newPassword: string; newPasswordRepeat: string; code?: string },
  AnswerOf<typeof changePassword>
> = {
  id: 'C-62',
  method: 'POST',
  path: '/client/change_password',
  keys: ['success', 'access', 'refresh', 'errors'],
};
