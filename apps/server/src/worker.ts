import type { PgBoss } from 'pg-boss';
import type { Config } from './config.ts';
import { isOffered } from './config-providers.ts';
import type { AppContext } from './context.ts';
import { bindJob, bindJobs, type Job } from './jobs/bind-job.ts';
import { deadJob } from './jobs/dead-job.ts';
import { runJobs } from './jobs/run-jobs.ts';
import { handleDeadJob } from './modules/alarms/jobs/dead-job.handler.ts';
import { handleForgetCard } from './modules/cards/jobs/forget-card.handler.ts';
import { forgetCardJob } from './modules/cards/jobs/forget-card.ts';
import { handleCollectDeposits } from './modules/chain-payins/jobs/collect-deposits.handler.ts';
import { collectDepositsJob } from './modules/chain-payins/jobs/collect-deposits.ts';
import { handleScanBitcoinDeposits } from './modules/chain-payins/jobs/scan-bitcoin-deposits.handler.ts';
import { scanBitcoinDepositsJob } from './modules/chain-payins/jobs/scan-bitcoin-deposits.ts';
import { handleScanEthereumDeposits } from './modules/chain-payins/jobs/scan-ethereum-deposits.handler.ts';
import { scanEthereumDepositsJob } from './modules/chain-payins/jobs/scan-ethereum-deposits.ts';
import { adoptOrdersJob } from './modules/clients/jobs/adopt-orders.ts';
import { handleAdoptOrders } from './modules/merchants/jobs/adopt-orders.handler.ts';
import { handleForgetSpent } from './modules/auth/jobs/forget-spent.handler.ts';
import { forgetSpentJob } from './modules/auth/jobs/forget-spent.ts';
import { handleSendRecovery } from './modules/auth/jobs/send-recovery.handler.ts';
import { sendRecoveryJob } from './modules/auth/jobs/send-recovery.ts';
import { handleEraseDeleted } from './modules/closing/jobs/erase-deleted.handler.ts';
import { eraseDeletedJob } from './modules/closing/jobs/erase-deleted.ts';
import { handleForgetSessions } from './modules/partner-sessions/jobs/forget-sessions.handler.ts';
import { forgetSessionsJob } from './modules/partner-sessions/jobs/forget-sessions.ts';
import { handleDeliverNotice } from './modules/partner-webhooks/jobs/deliver-notice.handler.ts';
import { handleSweepDeliveries } from './modules/partner-webhooks/jobs/sweep-deliveries.handler.ts';
import { sweepDeliveriesJob } from './modules/partner-webhooks/jobs/sweep-deliveries.ts';
import { deliverNoticeJob } from './modules/partners/jobs/deliver-notice.ts';
import { handleSendCardPayout } from './modules/card-payouts/jobs/send-card-payout.handler.ts';
import { sendCardPayoutJob } from './modules/card-payouts/jobs/send-card-payout.ts';
import { handleCollectTransfers } from './modules/bank-payins/jobs/collect-transfers.handler.ts';
import { collectTransfersJob } from './modules/bank-payins/jobs/collect-transfers.ts';
import { handleCreditTransfers } from './modules/bank-payins/jobs/credit-transfers.handler.ts';
import { creditTransfersJob } from './modules/bank-payins/jobs/credit-transfers.ts';
import { handleHearBank } from './modules/bank-payins/jobs/hear-bank.handler.ts';
import { hearBankJob } from './modules/bank-payins/jobs/hear-bank.ts';
import { handleOpenRequisites } from './modules/bank-payins/jobs/open-requisites.handler.ts';
import { openRequisitesJob } from './modules/bank-payins/jobs/open-requisites.ts';
import { handleReturnUnplaced } from './modules/bank-payins/jobs/return-unplaced.handler.ts';
import { returnUnplacedJob } from './modules/bank-payins/jobs/return-unplaced.ts';
import { handleFollowBankPayout } from './modules/bank-payouts/jobs/follow-bank-payout.handler.ts';
import { followBankPayoutJob } from './modules/bank-payouts/jobs/follow-bank-payout.ts';
import { handleSendBankPayout } from './modules/bank-payouts/jobs/send-bank-payout.handler.ts';
import { sendBankPayoutJob } from './modules/bank-payouts/jobs/send-bank-payout.ts';
import { handleSendLetters } from './modules/letters/jobs/send-letter.handler.ts';
import { sendLetterJob } from './modules/letters/jobs/send-letter.ts';
import { handleExpireOrder } from './modules/orders/jobs/expire-order.handler.ts';
import { expireOrderJob } from './modules/orders/jobs/expire-order.ts';
import { handleWatchPayoutAges } from './modules/orders/jobs/watch-payout-ages.handler.ts';
import { watchPayoutAgesJob } from './modules/orders/jobs/watch-payout-ages.ts';
import { handleSweepOrders } from './modules/orders/jobs/sweep-orders.handler.ts';
import { sweepOrdersJob } from './modules/orders/jobs/sweep-orders.ts';
import { handleRefundMoney } from './modules/payin-methods/jobs/refund-money.handler.ts';
import { handleConfirmCardPayment } from './modules/payments/jobs/confirm-card-payment.handler.ts';
import { confirmCardPaymentJob } from './modules/payments/jobs/confirm-card-payment.ts';
import { handleRefundCardPayment } from './modules/payments/jobs/refund-card-payment.handler.ts';
import { refundCardPaymentJob } from './modules/payments/jobs/refund-card-payment.ts';
import { handleStopCardPayment } from './modules/payments/jobs/stop-card-payment.handler.ts';
import { stopCardPaymentJob } from './modules/payments/jobs/stop-card-payment.ts';
import { handleWatchCardPayment } from './modules/payments/jobs/watch-card-payment.handler.ts';
import { watchCardPaymentJob } from './modules/payments/jobs/watch-card-payment.ts';
import { handleWatchWallets } from './modules/chain-wallets/jobs/watch-wallets.handler.ts';
import { watchWalletsJob } from './modules/chain-wallets/jobs/watch-wallets.ts';
import { watchWallets } from './modules/chain-wallets/watch-wallets.ts';
import { handleBroadcastPayout } from './modules/payouts/jobs/broadcast-payout.handler.ts';
import { broadcastPayoutJob } from './modules/payouts/jobs/broadcast-payout.ts';
import { handleBuildPayouts } from './modules/payouts/jobs/build-payout.handler.ts';
import { buildPayoutJob } from './modules/payouts/jobs/build-payout.ts';
import { handleFollowPayout } from './modules/payouts/jobs/follow-payout.handler.ts';
import { followPayoutJob } from './modules/payouts/jobs/follow-payout.ts';
import { handleWatchNetworkCosts } from './modules/payouts/jobs/watch-network-costs.handler.ts';
import { watchNetworkCostsJob } from './modules/payouts/jobs/watch-network-costs.ts';
import { handleScanWallet } from './modules/payouts/jobs/scan-wallet.handler.ts';
import { scanWalletJob } from './modules/payouts/jobs/scan-wallet.ts';
import { handleSendTextMessage } from './modules/text-messages/jobs/send-text-message.handler.ts';
import { sendTextMessageJob } from './modules/text-messages/jobs/send-text-message.ts';
import { handleWatchPrices } from './modules/rates/jobs/watch-prices.handler.ts';
import { watchPricesJob } from './modules/rates/jobs/watch-prices.ts';
import { handleCheckBooks } from './modules/books/jobs/check-books.handler.ts';
import { checkBooksJob } from './modules/books/jobs/check-books.ts';
import { handleOpenMonths } from './modules/books/jobs/open-months.handler.ts';
import { openMonthsJob } from './modules/books/jobs/open-months.ts';
import { handleReconcile } from './modules/reconciliation/jobs/reconcile.handler.ts';
import { reconcileJob } from './modules/reconciliation/jobs/reconcile.ts';
import { handleEndDecision } from './modules/settlement/jobs/end-decision.handler.ts';
import { endDecisionJob } from './modules/settlement/jobs/end-decision.ts';
import { refundMoneyJob } from './modules/settlement/jobs/refund-money.ts';

/** Every job of the product with its handler, room by room. */
export const allJobs: readonly Job[] = [
  bindJob(forgetSpentJob, handleForgetSpent),
  bindJob(adoptOrdersJob, handleAdoptOrders),
  bindJob(sendRecoveryJob, handleSendRecovery),
  bindJobs(sendLetterJob, handleSendLetters),
  bindJob(sendTextMessageJob, handleSendTextMessage),
  bindJob(confirmCardPaymentJob, handleConfirmCardPayment),
  bindJob(watchCardPaymentJob, handleWatchCardPayment),
  bindJob(stopCardPaymentJob, handleStopCardPayment),
  bindJob(refundCardPaymentJob, handleRefundCardPayment),
  bindJob(openRequisitesJob, handleOpenRequisites),
  bindJob(collectTransfersJob, handleCollectTransfers),
  bindJob(hearBankJob, handleHearBank),
  bindJob(creditTransfersJob, handleCreditTransfers),
  bindJob(returnUnplacedJob, handleReturnUnplaced),
  bindJob(endDecisionJob, handleEndDecision),
  bindJob(refundMoneyJob, handleRefundMoney),
  bindJob(sendBankPayoutJob, handleSendBankPayout),
  bindJob(followBankPayoutJob, handleFollowBankPayout),
  bindJob(expireOrderJob, handleExpireOrder),
  bindJob(sweepOrdersJob, handleSweepOrders),
  bindJob(watchPayoutAgesJob, handleWatchPayoutAges),
  bindJob(scanWalletJob, handleScanWallet),
  bindJob(scanBitcoinDepositsJob, handleScanBitcoinDeposits),
  bindJob(scanEthereumDepositsJob, handleScanEthereumDeposits),
  bindJob(collectDepositsJob, handleCollectDeposits),
  bindJob(sendCardPayoutJob, handleSendCardPayout),
  bindJob(watchWalletsJob, handleWatchWallets),
  bindJobs(buildPayoutJob, handleBuildPayouts),
  bindJob(broadcastPayoutJob, handleBroadcastPayout),
  bindJob(followPayoutJob, handleFollowPayout),
  bindJob(deliverNoticeJob, handleDeliverNotice),
  bindJob(sweepDeliveriesJob, handleSweepDeliveries),
  bindJob(forgetSessionsJob, handleForgetSessions),
  bindJob(eraseDeletedJob, handleEraseDeleted),
  bindJob(forgetCardJob, handleForgetCard),
  bindJob(openMonthsJob, handleOpenMonths),
  bindJob(checkBooksJob, handleCheckBooks),
  bindJob(reconcileJob, handleReconcile),
  bindJob(watchPricesJob, handleWatchPrices),
  bindJob(watchNetworkCostsJob, handleWatchNetworkCosts),
  bindJob(deadJob, handleDeadJob),
];

/** Those of a server: what asks a provider by itself runs only where that is offered. */
export function offeredJobs(config: Pick<Config, 'PROVIDERS'>): Job[] {
  return allJobs.filter(({ definition: { provider } }) => provider === undefined || isOffered(config, provider));
}

/** Starts the job side; it ends with the queue. */
export async function startWorker(context: AppContext, boss: PgBoss): Promise<void> {
  // Before the first job: a restored copy must not sign what another line of history has paid.
  await watchWallets(context);
  await runJobs(context, boss, offeredJobs(context.config));
}
