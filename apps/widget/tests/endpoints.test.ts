import { allCalls } from '@causeway/contract/calls/all-calls';
import { expect, test } from 'vitest';
import { clientEndpoint, configEndpoint } from '../src/app/data/account.ts';
import { logOutEndpoint } from '../src/app/data/log-out.ts';
import { usedAddressesEndpoint } from '../src/features/address/api/list-used-addresses.ts';
import { createOrderEndpoint } from '../src/features/address/api/create-order.ts';
import { signInEndpoint } from '../src/features/auth/api/sign-in.ts';
import { signUpEndpoint } from '../src/features/auth/api/sign-up.ts';
import { deleteCardEndpoint } from '../src/features/cards/api/delete-card.ts';
import { balanceEndpoint } from '../src/features/home/api/get-balance.ts';
import { listCardsEndpoint } from '../src/features/cards/api/list-cards.ts';
import { approveOrderEndpoint } from '../src/features/confirmation/api/approve-order.ts';
import { resendCodeEndpoint } from '../src/features/confirmation/api/resend-code.ts';
import { checkCouponEndpoint } from '../src/features/exchange/api/check-coupon.ts';
import { calculationEndpoint } from '../src/features/exchange/api/get-calculation.ts';
import { cancelOrderEndpoint } from '../src/features/order-status/api/cancel-order.ts';
import { decideEndpoint } from '../src/features/order-status/api/decide-late-payment.ts';
import { orderEndpoint } from '../src/features/order-status/api/get-order.ts';
import { payOrderEndpoint } from '../src/features/payment/api/pay-order.ts';
import { checkEmailCodeEndpoint } from '../src/features/verification/api/check-email-code.ts';
import { sendEmailCodeEndpoint } from '../src/features/verification/api/send-email-code.ts';
import { countriesEndpoint } from '../src/features/verification/api/list-countries.ts';
import { phoneEndpoint } from '../src/features/verification/api/get-phone.ts';
import { sendPhoneCodeEndpoint } from '../src/features/verification/api/send-phone-code.ts';
import { checkPhoneCodeEndpoint } from '../src/features/verification/api/check-phone-code.ts';
import {
  partnerTransactionsEndpoint,
  transactionsEndpoint,
} from '../src/features/transactions/api/list-transactions.ts';
import { localeKeysEndpoint } from '../src/lib/i18n/load-texts.ts';
import { twoFactorEndpoint } from '../src/features/settings/api/get-two-factor.ts';
import { enableTwoFactorEndpoint } from '../src/features/settings/api/enable-two-factor.ts';
import { disableTwoFactorEndpoint } from '../src/features/settings/api/disable-two-factor.ts';
import { changePasswordEndpoint } from '../src/features/settings/api/change-password.ts';
import { deleteAccountEndpoint } from '../src/features/settings/api/delete-account.ts';
import { subscriptionEndpoint } from '../src/features/settings/api/get-subscription.ts';
import { updateSubscriptionEndpoint } from '../src/features/settings/api/update-subscription.ts';
import { sessionsEndpoint } from '../src/features/settings/api/list-sessions.ts';
import { endSessionEndpoint } from '../src/features/settings/api/end-session.ts';
import { companyChangesEndpoint } from '../src/features/company-changes/api/get-company-changes.ts';
import { acceptChangesEndpoint } from '../src/features/company-changes/api/accept-company-changes.ts';
import { recoveryEndpoint } from '../src/features/auth/api/request-recovery.ts';
import { resetPasswordEndpoint } from '../src/features/auth/api/reset-password.ts';

import { addPasskeyEndpoint } from '../src/features/settings/api/add-passkey.ts';
import { confirmByPasskeyEndpoint } from '../src/features/settings/api/confirm-by-passkey.ts';
import { passkeysEndpoint } from '../src/features/settings/api/list-passkeys.ts';
import { removePasskeyEndpoint } from '../src/features/settings/api/remove-passkey.ts';
import { renamePasskeyEndpoint } from '../src/features/settings/api/rename-passkey.ts';
import { startConfirmByPasskeyEndpoint } from '../src/features/settings/api/start-confirm-by-passkey.ts';
import { startPasskeyEndpoint } from '../src/features/settings/api/start-passkey.ts';
import { startOauthSigninEndpoint } from '../src/features/auth/api/start-oauth-signin.ts';
import { startPasskeySigninEndpoint } from '../src/features/auth/api/start-passkey-signin.ts';
import { captchaChallengeEndpoint } from '../src/platform/captcha-work.ts';

const endpoints = [
  transactionsEndpoint,
  partnerTransactionsEndpoint,
  balanceEndpoint,
  startOauthSigninEndpoint,
  countriesEndpoint,
  phoneEndpoint,
  sendPhoneCodeEndpoint,
  checkPhoneCodeEndpoint,
  addPasskeyEndpoint,
  confirmByPasskeyEndpoint,
  passkeysEndpoint,
  removePasskeyEndpoint,
  renamePasskeyEndpoint,
  startConfirmByPasskeyEndpoint,
  startPasskeyEndpoint,
  startPasskeySigninEndpoint,
  captchaChallengeEndpoint,
  resetPasswordEndpoint,
  recoveryEndpoint,
  acceptChangesEndpoint,
  companyChangesEndpoint,
  endSessionEndpoint,
  sessionsEndpoint,
  updateSubscriptionEndpoint,
  subscriptionEndpoint,
  deleteAccountEndpoint,
  changePasswordEndpoint,
  disableTwoFactorEndpoint,
  enableTwoFactorEndpoint,
  twoFactorEndpoint,
  clientEndpoint,
  configEndpoint,
  logOutEndpoint,
  createOrderEndpoint,
  signInEndpoint,
  signUpEndpoint,
  calculationEndpoint,
  checkCouponEndpoint,
  usedAddressesEndpoint,
  listCardsEndpoint,
  deleteCardEndpoint,
  approveOrderEndpoint,
  resendCodeEndpoint,
  cancelOrderEndpoint,
  decideEndpoint,
  orderEndpoint,
  payOrderEndpoint,
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
