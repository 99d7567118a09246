import { Answers } from './acquirer/answers.ts';
import {
  clearPaymentProvider,
  createPaymentProviders,
  type PaymentProvider,
  type PaymentProviderCode,
} from './acquirer/payment-provider.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { Bank } from './bank/bank.ts';
import { Captcha } from './captcha/captcha.ts';
import { BitcoinNetwork } from './chain/bitcoin-network.ts';
import { IdentityCheck } from './identity/identity-check.ts';
import { createIdentityWebhooks } from './identity/identity-webhooks.ts';
import { OidcIssuer } from './oidc/issuer.ts';
import type { SandboxConfig } from './config.ts';
import type { EthereumNetwork } from './evm/ethereum-network.ts';
import { Faults } from './faults.ts';
import { createIds } from './ids.ts';
import { Journal } from './journal.ts';
import { Inbox } from './mail/inbox.ts';
import { Market } from './market/market.ts';
import { Timers } from './timers.ts';

/** All providers of the sandbox and what they share. */
export type World = {
  config: SandboxConfig;
  /** The base of browser addresses; known once the port is. */
  publicUrl: string;
  productUrl: string;
  newId: (prefix: string) => string;
  timers: Timers;
  /** Timers that a reset leaves alone. */
  background: Timers;
  faults: Faults;
  journal: Journal;
  /** The providers that take payments by card, bank page and wallet. */
  payProviders: Record<PaymentProviderCode, PaymentProvider>;
  bankWebhooks: Webhooks;
  bank: Bank;
  bankAnswers: Answers;
  bitcoin: BitcoinNetwork;
  /** Started after the world was made; stays undefined on a platform without a node. */
  ethereum: EthereumNetwork | undefined;
  identity: IdentityCheck;
  identityWebhooks: Webhooks;
  inbox: Inbox;
  captcha: Captcha;
  oidc: OidcIssuer;
  market: Market;
  /** Forgets everything and starts new chains. */
  reset: () => Promise<void>;
};

export function createWorld(config: SandboxConfig): World {
  const timers = new Timers();
  const faults = new Faults();
  const journal = new Journal();
  const newId = createIds(`${config.seed}:${Date.now()}`);
  const bankWebhooks = new Webhooks({
    provider: 'bank_webhooks',
    header: 'bank-signature',
    faults,
    timers,
    secret: config.bankWebhookSecret,
    address: () => `${world.productUrl}/webhooks/bank`,
  });
  const { webhookSecret } = config.identity;
  const identityWebhooks = createIdentityWebhooks(faults, timers, webhookSecret, () => world.productUrl);
  const world: World = {
    config,
    publicUrl: config.publicUrl ?? '',
    productUrl: config.productUrl,
    newId,
    timers,
    background: new Timers(),
    faults,
    journal,
    payProviders: createPaymentProviders(config.payProviders, {
      newId,
      journal,
      timers,
      faults,
      productUrl: () => world.productUrl,
      publicUrl: () => world.publicUrl,
    }),
    bankWebhooks,
    bank: new Bank({ seed: config.seed, newId, journal, timers, webhooks: bankWebhooks }),
    bankAnswers: new Answers(),
    bitcoin: new BitcoinNetwork({ seed: config.seed, journal, timers, blockSeconds: config.blockSeconds }),
    ethereum: undefined,
    identity: new IdentityCheck({ newId, webhooks: identityWebhooks }),
    identityWebhooks,
    inbox: new Inbox(),
    captcha: new Captcha(),
    oidc: new OidcIssuer(),
    market: new Market(config.seed),
    reset: async () => {
      timers.stop();
      for (const part of [
        faults,
        journal,
        bankWebhooks,
        identityWebhooks,
        world.identity,
        world.bank,
        world.bankAnswers,
        world.inbox,
        world.captcha,
        world.market,
      ])
        part.clear();
      for (const provider of Object.values(world.payProviders)) clearPaymentProvider(provider);
      world.bitcoin.restart();
      await world.ethereum?.restart();
    },
  };
  return world;
}
