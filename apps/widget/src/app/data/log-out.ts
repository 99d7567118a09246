import type { logOut } from '@causeway/contract/calls/log-out';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../lib/api/endpoint.ts';

/** An app's log-out also ends the biometric token of its device. */
type LogOutValues = { refresh: string; deviceId?: string; isForgetBiometric?: boolean };

export const logOutEndpoint: Endpoint<LogOutValues, AnswerOf<typeof logOut>> = {
  id: 'C-10',
  method: 'POST',
  path: '/logout',
  keys: ['success'],
};
