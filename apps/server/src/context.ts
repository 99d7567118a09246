import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { StreamMessage } from '@causeway/contract/shapes/client-change';
import type { Language } from '@causeway/domain/languages/languages';
import type { Config } from './config/config.ts';
import type { Db, OperatorProof } from './database/db.ts';
import type { RecentReads } from './database/replica/open-replica.ts';
import type { RefusalItem } from './errors.ts';
import type { JobQueue } from './job-queue.ts';
import type { Log } from './log.ts';
import type { Acquirers } from './providers/acquirer/port.ts';
import type { Bank } from './providers/bank/port.ts';
import type { BitcoinNode } from './providers/bitcoin/port.ts';
import type { EvmNode } from './providers/evm/port.ts';
import type { Captcha } from './providers/captcha/port.ts';
import type { IdTokenReader } from './providers/oidc/port.ts';
import type { DocumentCleaner } from './providers/document-cleaner/port.ts';
import type { DocumentStore } from './providers/document-store/port.ts';
import type { IdentityCheck } from './providers/identity-check/port.ts';
import type { KeyVault } from './providers/key-vault/port.ts';
import type { Mailer } from './providers/mail/port.ts';
import type { Market } from './providers/market/port.ts';
import type { PushServices } from './providers/push/port.ts';
import type { SanctionsList } from './providers/sanctions/port.ts';
import type { SmsGateway } from './providers/sms/port.ts';
import type { VirusScanner } from './providers/virus-scanner/port.ts';

/** The time, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const dayMs = 24 * 3_600_000;

/** Unguessable bytes, so that tests can repeat them. */
export interface Randomness {
  bytes(length: number): Uint8Array;
}

export interface Providers {
  acquirers: Acquirers;
  bank: Bank;
  bitcoin: BitcoinNode;
  documentCleaner: DocumentCleaner;
  documentStore: DocumentStore;
  evm: EvmNode;
  /** Networks of the same kind that are only searched for coins sent there by mistake, by name. */
  otherEvm: ReadonlyMap<string, EvmNode>;
  captcha: Captcha;
  idTokens: IdTokenReader;
  /** `undefined` where people of the operator check. */
  identityCheck: IdentityCheck | undefined;
  keyVault: KeyVault;
  mailer: Mailer;
  market: Market;
  push: PushServices;
  sanctions: SanctionsList;
  sms: SmsGateway;
  /** `undefined` where none is configured. */
  virusScanner: VirusScanner | undefined;
}

/** A phone that a client handed one wizard to: it may make the calls that say so, and no other. */
export interface HandedPhone {
  kind: 'phone';
  clientId: string;
  handoverId: string;
  wizard: string;
  /** Which card, in the wizard of the cards. */
  walletId: string;
}

/** Who makes a call. */
export type Caller = { kind: 'visitor' } | { kind: 'client'; clientId: string; sessionId: string } | HandedPhone;

/** Authentication: who makes the call, and whether a person is there. Implemented by the auth room. */
export interface Gate {
  /**
   * Reads the `X-Authorization` header.
   *
   * @throws Refusal ACCESS_EXPIRED (403), ACCESS_WRONG_KIND (405), SESSION_OVER (401)
   */
  identify(authorization: string | undefined): Promise<Caller>;
  /**
   * Uses up a captcha token.
   *
   * @throws Refusal WRONG_CAPTCHA
   */
  verifyCaptcha(token: string | undefined, action: string, ip: string): Promise<void>;
}

/** One request of a call, by what it is counted: so many in so many seconds. */
export interface Spending {
  call: string;
  by: string;
  /** The IP address, e-mail, client … itself. Only a keyed hash of it is stored. */
  value: string;
  max: number;
  seconds: number;
  /** Counted for all processes together. */
  isShared: boolean;
}

/** Rate limits of calls. */
export interface Budgets {
  /** @throws Refusal TOO_MANY_REQUESTS with the seconds until the budget is there again */
  spend(spending: Spending): Promise<void>;
}

/** What one whole unit of the pay-out asset costs in whole units of the pay-in asset, exactly. */
export interface CrossPrice {
  numerator: bigint;
  denominator: bigint;
  /** When the market made it. */
  at: Date;
}

/**
 * Why an asset has no price although the market reports one; amounts are EUR for one whole unit, times ten to the
 * eighteen.
 */
export interface HeldPrice {
  reason: 'jump' | 'day' | 'source';
  price: bigint;
  known?: bigint;
}

/** Result of the market's last answer, by asset. */
export interface PriceGuard {
  /** `undefined` before the first answer. */
  at: Date | undefined;
  /** EUR for one whole unit, times ten to the eighteen. */
  accepted: ReadonlyMap<string, bigint>;
  faults: ReadonlyMap<string, HeldPrice>;
}

/** The market's present prices. Implemented by the rates room. */
export interface Rates {
  /**
   * The price on the client's side of the market: what is paid in is sold at the bid, what is paid out is bought at the
   * ask. `undefined` when an asset has no price, or none younger than so many seconds by the market's time. Returns the
   * same object until the market reports new prices.
   */
  getPrice(payinAsset: string, payoutAsset: string, maxAgeSeconds: number): CrossPrice | undefined;
  /** Whether an asset is not traded because its price is implausible. */
  isPaused(asset: string): boolean;
  /**
   * The median of the day: EUR for one whole unit, times ten to the eighteen. `undefined` for an asset never priced.
   */
  getMedian(asset: string): bigint | undefined;
  readGuard(): PriceGuard;
}

/** Texts for people, from the catalogues. Implemented by the locales room. */
export interface Texts {
  /** A message of the catalogue with its placeholders filled. */
  say(language: Language, key: string, values?: Readonly<Record<string, string | number>>): string;
  /** A refusal as the wire carries it, with its text. */
  toErrorItem(language: Language, item: RefusalItem): ErrorItem;
}

/** Where the words of one stream go. */
export interface StreamSink {
  /** A message, or the sign of life between messages. */
  send(message: StreamMessage | 'beat'): void;
  end(): void;
}

/** Streams of what changes for signed-in clients, in any process. Implemented by the live room. */
export interface LiveStreams {
  /**
   * Follows the changes of a client until its session ends. The first message is sent before this returns.
   *
   * @returns what ends it
   * @throws Refusal TOO_MANY_REQUESTS, TRY_LATER, SESSION_OVER
   */
  open(caller: Extract<Caller, { kind: 'client' }>, sink: StreamSink): Promise<() => void>;
  /** Ends all streams and refuses new ones: the server is about to stop. */
  drain(): void;
}

/** What every room receives: infrastructure only, never another room. */
export interface AppContext {
  config: Config;
  db: Db;
  /** For lists, histories and prices of the past. */
  recent: RecentReads;
  clock: Clock;
  random: Randomness;
  log: Log;
  jobs: JobQueue;
  providers: Providers;
  gate: Gate;
  budgets: Budgets;
  texts: Texts;
  rates: Rates;
  live: LiveStreams;
  /** Of the operator who gives a command: it has to hold still in the transaction of what the command changes. */
  proof?: OperatorProof;
}
