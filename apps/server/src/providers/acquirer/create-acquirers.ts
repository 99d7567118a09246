import type { Config } from '../../config/config.ts';
import { isOffered } from '../../config/config-providers.ts';
import { createCardAcquirer } from './card-acquirer.ts';
import type { Acquirers } from './port.ts';

/** Every configured provider that takes payments; those that are not offered are left out. */
export function createAcquirers(config: Config): Acquirers {
  const all = [
    createCardAcquirer({
      name: 'card_one',
      url: config.ACQUIRER_URL,
      key: config.ACQUIRER_KEY,
      webhookSecrets: config.ACQUIRER_WEBHOOK_SECRETS,
      webhookPath: 'acquirer',
      hasSessions: false,
      cardPage: {
        url: `${config.ACQUIRER_URL}/tokenize`,
        publicKey: config.ACQUIRER_PUBLIC_KEY,
        merchantId: config.ACQUIRER_MERCHANT_ID,
      },
      wallets: config.ACQUIRER_WALLETS,
    }),
    createCardAcquirer({
      name: 'card_two',
      url: config.ACQUIRER_TWO_URL,
      key: config.ACQUIRER_TWO_KEY,
      webhookSecrets: config.ACQUIRER_TWO_WEBHOOK_SECRETS,
      webhookPath: 'acquirer-two',
      hasSessions: true,
      cardPage: {
        url: `${config.ACQUIRER_TWO_URL}/fields.js`,
        publicKey: config.ACQUIRER_TWO_PUBLIC_KEY,
        merchantId: config.ACQUIRER_TWO_MERCHANT_ID,
      },
      wallets: config.ACQUIRER_TWO_WALLETS,
    }),
    createCardAcquirer({
      name: 'sofort_one',
      url: config.SOFORT_URL,
      key: config.SOFORT_KEY,
      webhookSecrets: config.SOFORT_WEBHOOK_SECRETS,
      webhookPath: 'sofort',
      hasSessions: false,
    }),
    createCardAcquirer({
      name: 'wallet_one',
      url: config.WALLET_URL,
      key: config.WALLET_KEY,
      webhookSecrets: config.WALLET_WEBHOOK_SECRETS,
      webhookPath: 'wallet',
      hasSessions: false,
    }),
  ].filter(({ name }) => isOffered(config, name));
  const byName = new Map(all.map((acquirer) => [acquirer.name, acquirer]));
  return {
    all,
    find: (name) => {
      const acquirer = byName.get(name);
      if (acquirer === undefined) throw new Error(`There is no provider ${name} that takes payments.`);
      return acquirer;
    },
  };
}
