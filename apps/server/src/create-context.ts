import { availableParallelism } from 'node:os';
import type { PgBoss } from 'pg-boss';
import { createBudgets } from './budgets/create-budgets.ts';
import type { Config } from './config/config.ts';
import type { AppContext, Clock, Randomness } from './context.ts';
import { createDatabase } from './database/create-database.ts';
import { createJobQueue } from './jobs/create-job-queue.ts';
import { openReplica } from './database/replica/open-replica.ts';
import type { Log } from './log.ts';
import { createGate } from './modules/auth/create-gate.ts';
import { createLiveStreams } from './modules/live/create-live-streams.ts';
import { createTexts } from './modules/locales/create-texts.ts';
import { createRateBook, type RateBook } from './modules/rates/create-rate-book.ts';
import { readReferences } from './modules/rates/market-samples.ts';
import { createLoadedList } from './modules/screening/sanctions-list.ts';
import { priceLimits } from './modules/rates/judge-prices.ts';
import { createAcquirers } from './providers/acquirer/create-acquirers.ts';
import { createBank } from './providers/bank/bank-api.ts';
import { createBitcoinCore } from './providers/bitcoin/bitcoin-core.ts';
import { createCaptcha } from './providers/captcha/create-captcha.ts';
import { createEvmNode, createOtherEvm } from './providers/evm/json-rpc-node.ts';
import { createProcessCleaner } from './providers/document-cleaner/process-cleaner.ts';
import { createDocumentStore } from './providers/document-store/create-store.ts';
import { createIdentityCheck } from './providers/identity-check/sumsub.ts';
import { createKeyVault } from './providers/key-vault/create-vault.ts';
import { createIdTokenReader } from './providers/oidc/jose-reader.ts';
import { randomBytes } from './random-bytes.ts';
import { deriveKey } from './secrets/derive-key.ts';
import { createSmtpMailer } from './providers/mail/smtp-mailer.ts';
import type { Market } from './providers/market/port.ts';
import { createHttpMarket } from './providers/market/create-http-market.ts';
import { createFirebasePush } from './providers/app-push/firebase-push.ts';
import { createWebPush } from './providers/push/web-push.ts';
import { createHttpSms } from './providers/sms/http-sms.ts';
import { createVirusScanner } from './providers/virus-scanner/clamav.ts';
import { allJobs } from './worker.ts';

/** The context of a running server, with what only the process itself needs. */
export interface OpenContext {
  context: AppContext;
  /** The same for the jobs, over connections of their own: a request never waits for a connection that a job holds. */
  jobContext: AppContext;
  boss: PgBoss;
  rates: RateBook;
  stop(): Promise<void>;
}

/** How much requests and jobs do in the database at once; the others wait their turn. */
interface Connections {
  requests: number;
  jobs: number;
}

function openPools(config: Config, log: Log, databaseUrl: string, { requests, jobs }: Connections) {
  const onLostConnection = (error: Error) => log.warn('an idle database connection was lost', { error });
  const open = (poolSize: number) => createDatabase(databaseUrl, { onLostConnection, poolSize });
  const db = open(requests);
  const recent = openReplica(db, { url: config.DATABASE_REPLICA_URL, log, poolSize: requests });
  return { db, jobDb: open(jobs), recent };
}

function openRates(config: Config, { db, log, market }: Pick<AppContext, 'db' | 'log'> & { market: Market }): RateBook {
  return createRateBook({
    market,
    secondMarket: config.MARKET_TWO_URL === undefined ? undefined : createHttpMarket(config.MARKET_TWO_URL),
    clock,
    log,
    limits: priceLimits(config),
    readReferences: (now) => readReferences(db, now),
  });
}

/** Of two cores one is left to those who wait for an answer. */
const cleanedAtOnce = availableParallelism() > 2 ? 2 : 1;

const clock: Clock = { now: () => new Date() };
const random: Randomness = { bytes: randomBytes };

/** Connects the configuration's database, queue and providers. */
export async function createContext(
  config: Config,
  log: Log,
  databaseUrl: string,
  connections: Connections = { requests: config.DATABASE_CONNECTIONS, jobs: config.DATABASE_JOB_CONNECTIONS },
): Promise<OpenContext> {
  const { db, jobDb, recent } = openPools(config, log, databaseUrl, connections);
  const jobs = await createJobQueue({
    url: databaseUrl,
    log,
    isWorker: config.ROLE !== 'web',
    definitions: allJobs.map(({ definition }) => definition),
    connections: config.DATABASE_QUEUE_CONNECTIONS,
  });
  const providers = {
    acquirers: createAcquirers(config),
    bank: createBank(config),
    bitcoin: createBitcoinCore(config),
    evm: createEvmNode(config),
    otherEvm: createOtherEvm(config),
    idTokens: createIdTokenReader(config, clock, log),
    documentCleaner: createProcessCleaner({ atOnce: cleanedAtOnce, waitingMax: 30, waitMaxMs: 30_000 }),
    documentStore: createDocumentStore(config),
    identityCheck: createIdentityCheck(config, clock),
    keyVault: createKeyVault(config),
    captcha: createCaptcha(config, deriveKey(config, 'captcha challenges').export(), clock, log),
    mailer: createSmtpMailer(config),
    market: createHttpMarket(config.MARKET_URL, { historyUrl: config.MARKET_HISTORY_URL }),
    push: { web: createWebPush(config), app: createFirebasePush(config, clock) },
    sanctions: createLoadedList(db),
    sms: createHttpSms(config),
    virusScanner: createVirusScanner(config),
  };
  const rates = openRates(config, { db, log, market: providers.market });
  rates.start();
  const { budgets, stop: stopBudgets } = createBudgets(config, databaseUrl);
  const streams = createLiveStreams({ db, clock, log, databaseUrl });
  const context: AppContext = {
    config,
    db,
    recent,
    clock,
    random,
    log,
    jobs: jobs.queue,
    providers,
    gate: createGate({ config, db, clock, providers }),
    budgets,
    texts: createTexts(log),
    rates,
    live: streams.live,
  };
  return {
    context,
    jobContext: { ...context, db: jobDb },
    boss: jobs.boss,
    rates,
    stop: async () => {
      await Promise.all([streams.stop(), rates.stop()]);
      await jobs.stop();
      providers.mailer.close();
      await Promise.all([stopBudgets(), recent.stop(), jobDb.destroy(), db.destroy()]);
    },
  };
}
