import type { Faults } from '../faults.ts';
import type { Journal } from '../journal.ts';
import type { Timers } from '../timers.ts';
import { Acquirer } from './acquirer.ts';
import { Answers } from './answers.ts';
import { CardPayouts } from './payouts.ts';
import { Vault } from './vault.ts';
import { Webhooks } from '../webhooks/webhooks.ts';

export const paymentProviderCodes = ['acquirer', 'acquirer_two', 'sofort', 'wallet'] as const;
export type PaymentProviderCode = (typeof paymentProviderCodes)[number];

/** `publicKey` is for its script and frames in browsers. */
export type PaymentProviderKeys = { key: string; publicKey: string; webhookSecret: string };

/** What distinguishes one provider from another. */
export type PaymentProviderFacts = PaymentProviderKeys & {
  code: PaymentProviderCode;
  /** In the banner of its pages. */
  title: string;
  /** First part of its paths, and last part of its webhook's path. */
  path: string;
};

/** A payment provider: one engine with its own facts. */
export type PaymentProvider = PaymentProviderFacts & {
  acquirer: Acquirer;
  webhooks: Webhooks;
  answers: Answers;
  vault: Vault;
  payouts: CardPayouts;
};

type Surroundings = {
  newId: (prefix: string) => string;
  journal: Journal;
  timers: Timers;
  faults: Faults;
  publicUrl: () => string;
  productUrl: () => string;
};

function createPayProvider(facts: PaymentProviderFacts, around: Surroundings): PaymentProvider {
  const { newId, journal, timers, faults, publicUrl, productUrl } = around;
  const vault = new Vault(newId);
  const webhooks = new Webhooks({
    faults,
    timers,
    provider: `${facts.code}_webhooks`,
    secret: facts.webhookSecret,
    header: 'acquirer-signature',
    address: () => `${productUrl()}/webhooks/${facts.path}`,
  });
  return {
    ...facts,
    webhooks,
    vault,
    acquirer: new Acquirer({ newId, journal, timers, webhooks, vault, publicUrl, path: facts.path }),
    answers: new Answers(),
    payouts: new CardPayouts({ newId, journal, timers, vault }),
  };
}

/** Every payment provider, each with its own paths and keys. */
export function createPaymentProviders(
  keys: Readonly<Record<PaymentProviderCode, PaymentProviderKeys>>,
  around: Surroundings,
): Record<PaymentProviderCode, PaymentProvider> {
  const create = (code: PaymentProviderCode, title: string, path: string) =>
    createPayProvider({ code, title, path, ...keys[code] }, around);
  return {
    acquirer: create('acquirer', 'Card acquirer', 'acquirer'),
    acquirer_two: create('acquirer_two', 'Second card acquirer', 'acquirer-two'),
    sofort: create('sofort', 'Sofort bank transfer', 'sofort'),
    wallet: create('wallet', 'Wallet', 'wallet'),
  };
}

/** Forgets everything that happened at the provider. */
export function clearPaymentProvider(provider: PaymentProvider): void {
  for (const part of [provider.acquirer, provider.webhooks, provider.answers, provider.vault, provider.payouts])
    part.clear();
}
