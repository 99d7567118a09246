import type { signUp } from '@causeway/contract/calls/sign-up';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export type SignUpValues = {
  email: string;
  password: string;
  isAgreeTerms: boolean;
  isNews: boolean;
  partnerKey: string;
  lang: string;
  gRecaptchaResponse: string;
  deviceId: string;
  deviceName: string;
  platform: string;
};

export const signUpEndpoint: Endpoint<SignUpValues, AnswerOf<typeof signUp>> = {
  id: 'C-06',
  method: 'POST',
  path: '/signup',
  isTraced: true,
  keys: ['success', 'access', 'refresh'],
};
