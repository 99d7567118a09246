import type { getBiometricToken } from '@causeway/contract/calls/get-biometric-token';
import type { savePushToken } from '@causeway/contract/calls/save-push-token';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../lib/api/endpoint.ts';

type Device = { deviceId: string; deviceName: string; platform: string };

export const biometricTokenEndpoint: Endpoint<Device, AnswerOf<typeof getBiometricToken>> = {
  id: 'C-12',
  method: 'POST',
  path: '/client/biometric_token',
  keys: ['success', 'biometricToken'],
};

export type PushValues = { pushToken: string; deviceId: string; platform: string; isEnabled: boolean };

export const pushTokenEndpoint: Endpoint<PushValues, AnswerOf<typeof savePushToken>> = {
  id: 'C-58',
  method: 'POST',
  path: '/notifications/push_token',
  keys: ['success'],
};
