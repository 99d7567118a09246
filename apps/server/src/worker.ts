import type { PgBoss } from 'pg-boss';
import type { Config } from './config/config.ts';
import { isOffered } from './config/config-providers.ts';
import type { AppContext } from './context.ts';
import { bindJob, bindJobs, type Job } from './jobs/bind-job.ts';
import { endDecision } from './modules/settlement/decision.ts';
import { watchBank } from './modules/reconciliation/compare-bank.ts';
import { reconcile } from './modules/reconciliation/reconcile.ts';
import { watchPrices } from './modules/rates/watch-prices.ts';
import { broadcastOrEnd, followPayout } from './modules/chain-payouts/follow-payout.ts';
import { scanWallet } from './modules/chain-payouts/scan-wallet.ts';
import { watchNetworkCosts } from './modules/chain-payouts/network-cost.ts';
import { confirmCardPayment, confirmCardPaymentJob } from './modules/acquirer-payins/results/apply-card-payment.ts';
import { refundCardPayment } from './modules/acquirer-payins/refund-card-payment.ts';
import { stopCardPayment } from './modules/acquirer-payins/stop-card-payment.ts';
import { refundMoney } from './modules/payin-methods/refund-money.ts';
import { deliverWebhook, sweepDeliveries } from './modules/partner-webhooks/deliver-webhook.ts';
import { expireOrder } from './modules/orders/end-unpaid-order.ts';
import { watchPayoutAges, watchPayoutAgesJob } from './modules/orders/watch-payout-ages.ts';
import { recoverAddresses, recoverAddressesJob } from './modules/address-recovery/recover-addresses.ts';
import { findUnknownCoins, findUnknownCoinsJob } from './modules/unknown-coins/find-unknown-coins.ts';
import { collectDeposits } from './modules/chain-payins/collect-deposits.ts';
import { bitcoinDeposits } from './modules/chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from './modules/chain-payins/scan-deposits.ts';
import { findScanHeight } from './modules/chain-payins/store.ts';
import { ethereumDeposits } from './modules/chain-payins/ethereum-deposits.ts';
import { forgetCard } from './modules/cards/delete-card.ts';
import { sendCardPayout } from './modules/card-payouts/send-card-payout.ts';
import { checkBooks } from './modules/books/check-books.ts';
import { openMonths } from './modules/books/months.ts';
import { sendBankPayout } from './modules/bank-payouts/send-bank-payout.ts';
import { collectTransfers } from './modules/bank-payins/collect-transfers.ts';
import { creditTransfers } from './modules/bank-payins/credit-transfers.ts';
import { depositTransfer } from './modules/bank-deposits/deposit-transfer.ts';
import { openRequisites } from './modules/bank-payins/bank-payin.ts';
import { watchReturns } from './modules/bank-payins/watch-returns.ts';
import { returnUnplaced } from './modules/bank-payins/return-unplaced.ts';
import { deadJob } from './jobs/define-job.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { logDecision } from './modules/operators/operators.ts';
import { logDecisionJob } from './modules/operators/record-action.ts';
import { alarmDeadJob } from './modules/alarms/raise-alarm.ts';
import { forgetCardJob } from './modules/cards/jobs.ts';
import { collectDepositsJob, scanBitcoinDepositsJob, scanEthereumDepositsJob } from './modules/chain-payins/jobs.ts';
import { adoptOrdersJob, endStrangersJob, sendClaimLinkJob } from './modules/clients/jobs.ts';
import { endStrangers } from './modules/closing/delete-account.ts';
import { adoptOrders } from './modules/merchants/open-buyer.ts';
import { sendClaimLink } from './modules/merchants/send-claim-link.ts';
import { forgetSpent } from './modules/auth/forget-spent.ts';
import { forgetSpentJob, sendRecoveryJob } from './modules/auth/jobs.ts';
import { sendRecovery } from './modules/auth/send-recovery.ts';
import { sweepExportsJob, makeExportJob } from './modules/data-export/jobs.ts';
import { makeExport } from './modules/data-export/make-export.ts';
import { sweepExports } from './modules/data-export/sweep-exports.ts';
import { eraseDeletedClients } from './modules/closing/erase-deleted.ts';
import { sweepDocumentsJob } from './modules/documents/jobs.ts';
import { sweepDocuments } from './modules/documents/sweep-documents.ts';
import { eraseDeletedJob } from './modules/closing/jobs.ts';
import { forgetPartnerSessions } from './modules/partner-sessions/store.ts';
import { forgetSessionsJob } from './modules/partner-sessions/jobs.ts';
import { sweepDeliveriesJob } from './modules/partner-webhooks/jobs.ts';
import { deliverWebhookJob } from './modules/partners/queue-webhook.ts';
import { sendCardPayoutJob } from './modules/card-payouts/jobs.ts';
import {
  collectTransfersJob,
  watchReturnsJob,
  creditTransfersJob,
  depositTransferJob,
  handleBankWebhookJob,
  openRequisitesJob,
  returnUnplacedJob,
} from './modules/bank-payins/jobs.ts';
import { handleBankWebhook } from './modules/bank-payins/receive-bank-webhook.ts';
import { watchBankPayout } from './modules/bank-payouts/follow-bank-payout.ts';
import { followBankPayoutJob, sendBankPayoutJob } from './modules/bank-payouts/jobs.ts';
import { attachReceipt } from './modules/statements/attach-receipt.ts';
import { sendEmails } from './modules/emails/send-emails.ts';
import { sendEmailJob, sendStrangerEmailJob } from './modules/emails/jobs.ts';
import { sendPushJob } from './modules/push/jobs.ts';
import { sendPush } from './modules/push/send-push.ts';
import { expireOrderJob } from './modules/orders/create-order.ts';
import { sweepAllOrders, sweepOrdersJob } from './modules/orders/sweep-orders.ts';
import { refundCardPaymentJob, stopCardPaymentJob, watchCardPaymentJob } from './modules/acquirer-payins/store.ts';
import { watchCardPayment } from './modules/acquirer-payins/results/sync-card-payment.ts';
import { checkEpoch, watchEpoch, watchEpochJob } from './modules/payout-holds/check-epoch.ts';
import { releasePartnerFeesJob } from './modules/payin-methods/jobs.ts';
import { releasePartnerFees } from './modules/payin-methods/release-when-final.ts';
import { releaseRewards } from './modules/affiliate/release-rewards.ts';
import { payRewardsJob, releaseRewardsJob } from './modules/referral-rewards/jobs.ts';
import { payRewards } from './modules/referral-rewards/pay-rewards.ts';
import { watchCreditedPayments, watchCreditedPaymentsJob } from './modules/acquirer-payins/watch-credited-payments.ts';
import { agreeWithChain, watchWallets, watchWalletsJob } from './modules/chain-wallets/agree-with-chain.ts';
import {
  broadcastPayoutJob,
  buildPayoutJob,
  followPayoutJob,
  scanWalletJob,
  watchNetworkCostsJob,
} from './modules/chain-payouts/jobs.ts';
import { buildPayouts } from './modules/chain-payouts/build-payout.ts';
import { endApplicant } from './modules/identity-checks/end-applicants.ts';
import { confirmIdentityJob, endApplicantJob, watchIdentitiesJob } from './modules/identity-checks/jobs.ts';
import { confirmIdentity, watchIdentities } from './modules/identity-checks/receive-identity-webhook.ts';
import { announceChanges, announceChangesJob } from './modules/live/store.ts';
import { sendTextMessage } from './modules/sms/send-text-message.ts';
import { sendTextMessageJob } from './modules/sms/jobs.ts';
import { fillPriceHistory } from './modules/price-history/fill-price-history.ts';
import { fillPriceHistoryJob, watchPricesJob } from './modules/rates/jobs.ts';
import { checkBooksJob, openMonthsJob } from './modules/books/jobs.ts';
import { reconcileJob, watchBankJob } from './modules/reconciliation/jobs.ts';
import { endDecisionJob, refundMoneyJob } from './modules/settlement/jobs.ts';

/** Calls `run` for the order in a job's payload. */
function ofOrder(run: (context: AppContext, orderId: string) => Promise<unknown>) {
  return async (context: AppContext, { orderId }: { orderId: string }) => run(context, orderId);
}

/** Every job of the product with its handler, room by room. */
export const allJobs: readonly Job[] = [
  bindJob(forgetSpentJob, forgetSpent),
  bindJob(announceChangesJob, ({ db }) => announceChanges(db)),
  bindJob(adoptOrdersJob, adoptOrders),
  bindJob(endStrangersJob, endStrangers),
  bindJob(sendClaimLinkJob, sendClaimLink),
  bindJob(sendRecoveryJob, sendRecovery),
  bindJobs(sendEmailJob, async (context, payloads) => sendEmails(context, payloads, attachReceipt)),
  bindJobs(sendStrangerEmailJob, async (context, payloads) => sendEmails(context, payloads, attachReceipt, true)),
  bindJob(sendPushJob, sendPush),
  bindJob(depositTransferJob, depositTransfer),
  bindJob(sendTextMessageJob, sendTextMessage),
  bindJob(confirmCardPaymentJob, confirmCardPayment),
  bindJob(watchCardPaymentJob, watchCardPayment),
  bindJob(watchCreditedPaymentsJob, watchCreditedPayments),
  bindJob(stopCardPaymentJob, ofOrder(stopCardPayment)),
  bindJob(refundCardPaymentJob, ofOrder(refundCardPayment)),
  bindJob(openRequisitesJob, ofOrder(openRequisites)),
  bindJob(collectTransfersJob, collectTransfers),
  bindJob(watchReturnsJob, watchReturns),
  bindJob(handleBankWebhookJob, handleBankWebhook),
  bindJob(creditTransfersJob, ofOrder(creditTransfers)),
  bindJob(returnUnplacedJob, returnUnplaced),
  bindJob(endDecisionJob, ofOrder(endDecision)),
  bindJob(refundMoneyJob, ofOrder(refundMoney)),
  bindJob(releasePartnerFeesJob, releasePartnerFees),
  bindJob(releaseRewardsJob, releaseRewards),
  bindJob(payRewardsJob, payRewards),
  bindJob(sendBankPayoutJob, ofOrder(sendBankPayout)),
  bindJob(followBankPayoutJob, watchBankPayout),
  bindJob(expireOrderJob, ofOrder(expireOrder)),
  bindJob(sweepOrdersJob, sweepAllOrders),
  bindJob(watchPayoutAgesJob, watchPayoutAges),
  bindJob(scanWalletJob, scanWallet),
  bindJob(scanBitcoinDepositsJob, (context) => scanDeposits(context, bitcoinDeposits)),
  bindJob(scanEthereumDepositsJob, (context) => scanDeposits(context, ethereumDeposits)),
  bindJob(findUnknownCoinsJob, findUnknownCoins),
  bindJob(recoverAddressesJob, recoverAddresses),
  bindJob(collectDepositsJob, collectDeposits),
  bindJob(sendCardPayoutJob, ofOrder(sendCardPayout)),
  bindJob(watchEpochJob, watchEpoch),
  bindJob(watchWalletsJob, watchWallets),
  bindJobs(buildPayoutJob, buildPayouts),
  bindJob(broadcastPayoutJob, ofOrder(broadcastOrEnd)),
  bindJob(followPayoutJob, ofOrder(followPayout)),
  bindJob(deliverWebhookJob, (context, { deliveryId }) => deliverWebhook(context, deliveryId)),
  bindJob(sweepDeliveriesJob, sweepDeliveries),
  bindJob(forgetSessionsJob, forgetPartnerSessions),
  bindJob(eraseDeletedJob, eraseDeletedClients),
  bindJob(sweepDocumentsJob, sweepDocuments),
  bindJob(makeExportJob, makeExport),
  bindJob(sweepExportsJob, sweepExports),
  bindJob(confirmIdentityJob, confirmIdentity),
  bindJob(watchIdentitiesJob, watchIdentities),
  bindJob(endApplicantJob, endApplicant),
  bindJob(forgetCardJob, (context, { cardId }) => forgetCard(context, cardId)),
  bindJob(logDecisionJob, async (context, facts) => logDecision(context, facts)),
  bindJob(openMonthsJob, openMonths),
  bindJob(checkBooksJob, checkBooks),
  bindJob(reconcileJob, reconcile),
  bindJob(watchBankJob, watchBank),
  bindJob(watchPricesJob, watchPrices),
  bindJob(fillPriceHistoryJob, fillPriceHistory),
  bindJob(watchNetworkCostsJob, watchNetworkCosts),
  bindJob(deadJob, alarmDeadJob),
];

/** The jobs of a server: those that call a provider by themselves run only where it is offered. */
export function offeredJobs(config: Pick<Config, 'PROVIDERS'>): Job[] {
  return allJobs.filter(({ definition: { provider } }) => provider === undefined || isOffered(config, provider));
}

/**
 * Remembers where the chains are before the first order, once for a database. A copy of one that no server had looked
 * at does not know since when payments and pay-outs may be missing, and one without an epoch is never a restored one.
 */
export async function beginLooking(context: AppContext): Promise<void> {
  await checkEpoch(context);
  for (const chain of [bitcoinDeposits, ethereumDeposits]) {
    if (!isOffered(context.config, chain.name)) continue;
    if ((await findScanHeight(context.db, chain.name)) !== undefined) continue;
    await agreeWithChain(context, chain.name);
    await scanDeposits(context, chain);
  }
}

/** Starts the job side; it ends with the queue. */
export async function startWorker(context: AppContext, boss: PgBoss): Promise<void> {
  // Before the first job: a restored copy must not sign what another copy of the database has paid. Each payout checks
  // that its chain agrees; reading a chain can take long, so it is not awaited here.
  await watchEpoch(context);
  await runJobs(context, boss, offeredJobs(context.config));
}
