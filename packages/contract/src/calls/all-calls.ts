import type { Call } from '../define-call.ts';
import { acceptCompanyChanges } from './accept-company-changes.ts';
import { addPasskey } from './add-passkey.ts';
import { approveOrder } from './approve-order.ts';
import { cancelOrder } from './cancel-order.ts';
import { changePassword } from './change-password.ts';
import { checkCoupon } from './check-coupon.ts';
import { checkEmailCode } from './check-email-code.ts';
import { checkPhoneCode } from './check-phone-code.ts';
import { confirmByPasskey } from './confirm-by-passkey.ts';
import { createOrder } from './create-order.ts';
import { getPartnerOrder } from './get-partner-order.ts';
import { listPartnerOrders } from './list-partner-orders.ts';
import { sendTestEvent } from './send-test-event.ts';
import { sendUploadPart } from './send-upload-part.ts';
import { createPartnerSession } from './create-partner-session.ts';
import { createWithdrawal } from './create-withdrawal.ts';
import { decideLatePayment } from './decide-late-payment.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteNotifications } from './delete-notifications.ts';
import { deleteCard } from './delete-card.ts';
import { disableTwoFactor } from './disable-two-factor.ts';
import { getBalanceHistory } from './get-balance-history.ts';
import { downloadReceipt } from './download-receipt.ts';
import { downloadStatement } from './download-statement.ts';
import { downloadDataExport } from './download-data-export.ts';
import { dropDocument } from './drop-document.ts';
import { enableTwoFactor } from './enable-two-factor.ts';
import { endHandover } from './end-handover.ts';
import { endSession } from './end-session.ts';
import { finishHandover } from './finish-handover.ts';
import { followChanges } from './follow-changes.ts';
import { getBalance } from './get-balance.ts';
import { getBiometricToken } from './get-biometric-token.ts';
import { getCalculation } from './get-calculation.ts';
import { getCaptchaChallenge } from './get-captcha-challenge.ts';
import { getClient } from './get-client.ts';
import { getDataExport } from './get-data-export.ts';
import { requestDataExport } from './request-data-export.ts';
import { getCompanyChanges } from './get-company-changes.ts';
import { getConfig } from './get-config.ts';
import { getHandedWizard } from './get-handed-wizard.ts';
import { getDepositAddress } from './get-deposit-address.ts';
import { getDepositReference } from './get-deposit-reference.ts';
import { getDiscountConfig } from './get-discount-config.ts';
import { getLimits } from './get-limits.ts';
import { getLocaleKeys } from './get-locale-keys.ts';
import { getOrder } from './get-order.ts';
import { getPhone } from './get-phone.ts';
import { getSubscription } from './get-subscription.ts';
import { getPriceHistory } from './get-price-history.ts';
import { getTwoFactor } from './get-two-factor.ts';
import { getVerificationConfig } from './get-verification-config.ts';
import { getWithdrawalConfig } from './get-withdrawal-config.ts';
import { getWithdrawalPrice } from './get-withdrawal-price.ts';
import { getWizardInfo } from './get-wizard-info.ts';
import { listCards } from './list-cards.ts';
import { listCountries } from './list-countries.ts';
import { getAffiliateConfig } from './get-affiliate-config.ts';
import { listAffiliateStatistics } from './list-affiliate-statistics.ts';
import { listAffiliateRewards } from './list-affiliate-rewards.ts';
import { listAffiliatePayouts } from './list-affiliate-payouts.ts';
import { listOperations } from './list-operations.ts';
import { listPartnerTransactions } from './list-partner-transactions.ts';
import { listPasskeys } from './list-passkeys.ts';
import { listNotifications } from './list-notifications.ts';
import { listSessions } from './list-sessions.ts';
import { listStates } from './list-states.ts';
import { listTransactions } from './list-transactions.ts';
import { listUsedAddresses } from './list-used-addresses.ts';
import { keepCard } from './keep-card.ts';
import { keepDestination } from './keep-destination.ts';
import { listDestinations } from './list-destinations.ts';
import { logOut } from './log-out.ts';
import { openHandover } from './open-handover.ts';
import { openSupportCase } from './open-support-case.ts';
import { openWalletSheets } from './open-wallet-sheets.ts';
import { payOrder } from './pay-order.ts';
import { readNotifications } from './read-notifications.ts';
import { readDocument } from './read-document.ts';
import { readHandover } from './read-handover.ts';
import { refreshAccessToken } from './refresh-access-token.ts';
import { openIdentityCheck } from './open-identity-check.ts';
import { removePasskey } from './remove-passkey.ts';
import { renameCard } from './rename-card.ts';
import { renamePasskey } from './rename-passkey.ts';
import { removeDestination } from './remove-destination.ts';
import { renameDestination } from './rename-destination.ts';
import { requestRecovery } from './request-recovery.ts';
import { resendOrderCode } from './resend-order-code.ts';
import { resetPassword } from './reset-password.ts';
import { savePushToken } from './save-push-token.ts';
import { sendEmailCode } from './send-email-code.ts';
import { sendSigninCode } from './send-signin-code.ts';
import { signInByCode } from './sign-in-by-code.ts';
import { sendEvent } from './send-event.ts';
import { sendPhoneCode } from './send-phone-code.ts';
import { setDestinationWait } from './set-destination-wait.ts';
import { setFavorites } from './set-favorites.ts';
import { setPrimary } from './set-primary.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { startConfirmByPasskey } from './start-confirm-by-passkey.ts';
import { startHandover } from './start-handover.ts';
import { startOauthSignin } from './start-oauth-signin.ts';
import { startPasskeySignin } from './start-passkey-signin.ts';
import { startPasskey } from './start-passkey.ts';
import { submitBasic } from './submit-basic.ts';
import { updateSubscription } from './update-subscription.ts';
import { claimCase } from './claim-case.ts';
import { commentCase } from './comment-case.ts';
import { commentDocument } from './comment-document.ts';
import { decideCase } from './decide-case.ts';
import { listCases } from './list-cases.ts';
import { readCase } from './read-case.ts';
import { releaseCase } from './release-case.ts';
import { showDocument } from './show-document.ts';
import { updateVerification } from './update-verification.ts';
import { uploadDocument } from './upload-document.ts';

/** Every call of the product, in the order of the requirements. A call that is not here is not served. */
export const allCalls: readonly Call[] = [
  getConfig,
  getClient,
  getCalculation,
  getPriceHistory,
  checkCoupon,
  getCaptchaChallenge,
  signUp,
  startPasskeySignin,
  startOauthSignin,
  signIn,
  requestRecovery,
  resetPassword,
  logOut,
  refreshAccessToken,
  getBiometricToken,
  sendSigninCode,
  signInByCode,
  sendEmailCode,
  checkEmailCode,
  sendPhoneCode,
  checkPhoneCode,
  getPhone,
  listCountries,
  listStates,
  openSupportCase,
  updateVerification,
  submitBasic,
  getWizardInfo,
  uploadDocument,
  sendUploadPart,
  startHandover,
  readHandover,
  endHandover,
  openHandover,
  getHandedWizard,
  finishHandover,
  dropDocument,
  readDocument,
  getLimits,
  getVerificationConfig,
  getOrder,
  createOrder,
  cancelOrder,
  payOrder,
  openWalletSheets,
  approveOrder,
  resendOrderCode,
  decideLatePayment,
  openIdentityCheck,
  listUsedAddresses,
  listCards,
  keepCard,
  deleteCard,
  renameCard,
  followChanges,
  getBalance,
  listOperations,
  getAffiliateConfig,
  listAffiliateStatistics,
  listAffiliateRewards,
  listAffiliatePayouts,
  setFavorites,
  setPrimary,
  getDepositAddress,
  getDepositReference,
  getWithdrawalConfig,
  getWithdrawalPrice,
  createWithdrawal,
  listDestinations,
  keepDestination,
  renameDestination,
  removeDestination,
  setDestinationWait,
  savePushToken,
  getDiscountConfig,
  listNotifications,
  readNotifications,
  deleteNotifications,
  listSessions,
  endSession,
  getTwoFactor,
  enableTwoFactor,
  disableTwoFactor,
  listPasskeys,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  startConfirmByPasskey,
  confirmByPasskey,
  changePassword,
  deleteAccount,
  requestDataExport,
  getDataExport,
  downloadDataExport,
  downloadStatement,
  getBalanceHistory,
  downloadReceipt,
  getSubscription,
  updateSubscription,
  getCompanyChanges,
  acceptCompanyChanges,
  getLocaleKeys,
  sendEvent,
  createPartnerSession,
  getPartnerOrder,
  listPartnerOrders,
  sendTestEvent,
  listTransactions,
  listPartnerTransactions,
  listCases,
  claimCase,
  releaseCase,
  readCase,
  commentCase,
  commentDocument,
  showDocument,
  decideCase,
];
