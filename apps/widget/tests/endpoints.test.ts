import { allCalls } from '@causeway/contract/calls/all-calls';
import { expect, test } from 'vitest';
import { clientEndpoint } from '../src/app/data/get-client.ts';
import { configEndpoint } from '../src/app/data/get-config.ts';
import { logOutEndpoint } from '../src/app/data/log-out.ts';
import { createOrderEndpoint } from '../src/features/address/api/create-order.ts';
import { signInEndpoint } from '../src/features/auth/api/sign-in.ts';
import { signUpEndpoint } from '../src/features/auth/api/sign-up.ts';
import { checkCouponEndpoint } from '../src/features/exchange/api/check-coupon.ts';
import { calculationEndpoint } from '../src/features/exchange/api/get-calculation.ts';
import { cancelOrderEndpoint } from '../src/features/order-status/api/cancel-order.ts';
import { orderEndpoint } from '../src/features/order-status/api/get-order.ts';
import { checkEmailCodeEndpoint } from '../src/features/verification/api/check-email-code.ts';
import { sendEmailCodeEndpoint } from '../src/features/verification/api/send-email-code.ts';
import { localeKeysEndpoint } from '../src/lib/i18n/load-texts.ts';

const endpoints = [
  clientEndpoint,
  configEndpoint,
  logOutEndpoint,
  createOrderEndpoint,
  signInEndpoint,
  signUpEndpoint,
  calculationEndpoint,
  checkCouponEndpoint,
  cancelOrderEndpoint,
  orderEndpoint,
  checkEmailCodeEndpoint,
  sendEmailCodeEndpoint,
  localeKeysEndpoint,
];

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s is called as the contract says',
  (id, { method, path }) => {
    const call = allCalls.find((candidate) => candidate.id === id);
    expect({ method, path }).toEqual({ method: call?.method, path: call?.path });
  },
);
