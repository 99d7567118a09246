import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import type { AppContext } from './context.ts';
import { countOpenAlarms } from './modules/alarms/raise-alarm.ts';
import { analyticsRoutes } from './modules/analytics/routes.ts';
import { accountRoutes } from './modules/auth/account-routes.ts';
import { emailRoutes } from './modules/auth/email-routes.ts';
import { signinCodeRoutes } from './modules/signin-codes/routes.ts';
import { authRoutes } from './modules/auth/routes.ts';
import { captchaChallengeRoutes } from './modules/captcha-challenges/routes.ts';
import { closingRoutes } from './modules/closing/routes.ts';
import { dataExportRoutes } from './modules/data-export/routes.ts';
import { valueHistoryRoutes } from './modules/value-history/routes.ts';
import { statementRoutes } from './modules/statements/routes.ts';
import { operationRoutes } from './modules/balance-operations/routes.ts';
import { balanceOverviewRoutes } from './modules/balance-overview/routes.ts';
import { bankDepositRoutes } from './modules/bank-deposits/deposit-reference.ts';
import { balanceDepositRoutes } from './modules/balance-deposits/routes.ts';
import { balancePayinRoutes } from './modules/balance-payins/routes.ts';
import { phoneRoutes } from './modules/auth/phone-routes.ts';
import { cardRoutes } from './modules/cards/routes.ts';
import { clientRoutes } from './modules/clients/routes.ts';
import { countryRoutes } from './modules/countries/routes.ts';
import { notificationRoutes } from './modules/notifications/routes.ts';
import { identityCheckRoutes } from './modules/identity-checks/routes.ts';
import { handoverRoutes } from './modules/handover/routes.ts';
import { affiliateRoutes } from './modules/affiliate/routes.ts';
import { discountRoutes } from './modules/discounts/routes.ts';
import { liveRoutes } from './modules/live/routes.ts';
import { localeRoutes } from './modules/locales/routes.ts';
import { bankRoutes } from './modules/bank-payins/routes.ts';
import { ageLimits } from './modules/monitoring/age-limits.ts';
import { readAges } from './modules/monitoring/read-ages.ts';
import { countOrders } from './modules/orders/sweep-orders.ts';
import { partnerOrderRoutes } from './modules/partner-orders/routes.ts';
import { partnerSessionRoutes } from './modules/merchants/session-routes.ts';
import { orderRoutes } from './modules/orders/routes.ts';
import { addressRoutes } from './modules/addresses/routes.ts';
import { savedDestinationRoutes } from './modules/saved-destinations/routes.ts';
import { passkeyRoutes } from './modules/passkeys/routes.ts';
import { acquirerWebhookRoutes } from './modules/acquirer-payins/results/apply-card-payment.ts';
import { paymentRoutes } from './modules/acquirer-payins/routes.ts';
import { calculationRoutes } from './modules/pricing/quote.ts';
import { priceHistoryRoutes } from './modules/price-history/routes.ts';
import { pricingRoutes } from './modules/pricing/routes.ts';
import { settingsRoutes } from './modules/settings/routes.ts';
import { supportRoutes } from './modules/support/routes.ts';
import { socialSigninRoutes } from './modules/social-signin/routes.ts';
import { twoFactorRoutes } from './modules/authenticator/routes.ts';
import { decisionRoutes } from './modules/payin-methods/routes.ts';
import { withdrawalRoutes } from './modules/withdrawals/routes.ts';
import { transactionRoutes } from './modules/transactions/routes.ts';
import { reviewRoutes } from './modules/operating/review-routes.ts';
import { verificationRoutes } from './modules/verification/routes.ts';
import { legalPages } from './pages/legal/legal-pages.ts';
import { apiDocs } from './plugins/api-docs.ts';
import { bootPage } from './plugins/boot-page.ts';
import { embedDoctor } from './plugins/embed-doctor.ts';
import { answerErrors, refuseBeforeRoutes } from './plugins/errors.ts';
import { type HealthSources, health } from './plugins/health.ts';
import { metrics } from './plugins/metrics.ts';
import { playground } from './plugins/playground.ts';
import { rateLimit } from './plugins/rate-limit.ts';
import { readBodies } from './plugins/read-bodies.ts';
import { sdkScript } from './plugins/sdk-script.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { wellKnown } from './plugins/well-known.ts';

/** What each process answers, whatever its role: its health and its numbers. */
async function createBase(context: AppContext, sources: HealthSources): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    trustProxy: trustedProxies(context.config),
    routerOptions: { querystringParser: () => ({}), maxParamLength: 200 },
    ...refuseBeforeRoutes(context),
  });

  answerErrors(app, context);
  readBodies(app);
  securityHeaders(app, context);
  metrics(app, context, {
    countOrders: () => countOrders(context.db),
    countAlarms: () => countOpenAlarms(context.db),
    readAges: async () => Object.fromEntries(await readAges(context)),
    readAgeLimits: async () => ageLimits,
  });
  await rateLimit(app, context);
  health(app, context, sources);
  return app;
}

/** The calls, in order: first what applies to all of them, then the rooms from the lowest tier to the highest. */
export async function createApi(context: AppContext, sources: HealthSources = {}): Promise<FastifyInstance> {
  const app = await createBase(context, sources);
  await apiDocs(app, context);

  localeRoutes(app);
  captchaChallengeRoutes(app, context);
  socialSigninRoutes(app, context);
  authRoutes(app, context);
  signinCodeRoutes(app, context);
  accountRoutes(app, context);
  emailRoutes(app, context);
  twoFactorRoutes(app, context);
  passkeyRoutes(app, context);
  savedDestinationRoutes(app, context);
  settingsRoutes(app, context);
  notificationRoutes(app, context);
  liveRoutes(app, context);
  analyticsRoutes(app, context);
  clientRoutes(app, context);
  phoneRoutes(app, context);
  countryRoutes(app, context);
  partnerSessionRoutes(app, context);
  pricingRoutes(app, context);
  priceHistoryRoutes(app, context);
  calculationRoutes(app, context);
  discountRoutes(app, context);
  supportRoutes(app, context);
  orderRoutes(app, context);
  balancePayinRoutes(app, context);
  paymentRoutes(app, context);
  acquirerWebhookRoutes(app, context);
  addressRoutes(app, context);
  cardRoutes(app, context);
  bankRoutes(app, context);
  decisionRoutes(app, context);
  balanceOverviewRoutes(app, context);
  operationRoutes(app, context);
  statementRoutes(app, context);
  valueHistoryRoutes(app, context);
  affiliateRoutes(app, context);
  withdrawalRoutes(app, context);
  depositRoutes(app, context);
  closingRoutes(app, context);
  dataExportRoutes(app, context);
  verificationRoutes(app, context);
  identityCheckRoutes(app, context);
  handoverRoutes(app, context);
  readerRoutes(app, context);

  return app;
}

function readerRoutes(app: FastifyInstance, context: AppContext): void {
  transactionRoutes(app, context);
  partnerOrderRoutes(app, context);
  reviewRoutes(app, context);
}

function depositRoutes(app: FastifyInstance, context: AppContext): void {
  balanceDepositRoutes(app, context);
  bankDepositRoutes(app, context);
}

/**
 * The whole web side: the calls, then the pages and scripts built by others. A process that only runs jobs has none of
 * it: after a restore it works alone, and no client may begin anything until the books agree with the outside.
 */
export async function createApp(context: AppContext, sources: HealthSources = {}): Promise<FastifyInstance> {
  if (context.config.ROLE === 'worker') return createBase(context, sources);
  const app = await createApi(context, sources);
  sdkScript(app, context);
  wellKnown(app, context);
  legalPages(app, context);
  embedDoctor(app, context);
  await playground(app, context);
  await bootPage(app, context);
  return app;
}

/**
 * How many senders of forwarding headers are trusted: as many as the operator runs, counted from this server. Headers
 * before them were written by the caller.
 */
export function trustedProxies(config: Pick<Config, 'TRUSTED_PROXIES'>): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < config.TRUSTED_PROXIES;
}
