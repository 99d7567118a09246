import type { getBiometricToken } from '@causeway/contract/calls/get-biometric-token';
import type { savePushToken } from '@causeway/contract/calls/save-push-token';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../lib/api/endpoint.ts';

type Device = { deviceId: string; deviceName: string; platform: string };
/** A device gets a token from its owner alone, who shows the password and the second factor where there is one. */
export type BiometricValues = Device & { password: string; code?: string };

export type BiometricAnswer = AnswerOf<typeof getBiometricToken>;

export const biometricTokenEndpoint: Endpoint<BiometricValues, BiometricAnswer> = {
  id: 'C-12',
  method: 'POST',
  path: '/client/biometric_token',
  keys: ['success', 'biometricToken', 'errors'],
};

export type PushValues = { pushToken: string; deviceId: string; platform: string; isEnabled: boolean };

export const pushTokenEndpoint: Endpoint<PushValues, AnswerOf<typeof savePushToken>> = {
  id: 'C-58',
  method: 'POST',
  path: '/notifications/push_token',
  keys: ['success'],
};
