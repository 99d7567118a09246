import { Acquirer } from './acquirer/acquirer.ts';
import { Answers } from './acquirer/answers.ts';
import { Webhooks } from './acquirer/webhooks.ts';
import { Captcha } from './captcha/captcha.ts';
import { BitcoinNetwork } from './chain/bitcoin-network.ts';
import type { SandboxConfig } from './config.ts';
import { Faults } from './faults.ts';
import { createIds } from './ids.ts';
import { Journal } from './journal.ts';
import { Inbox } from './mail/inbox.ts';
import { Market } from './market/market.ts';
import { Timers } from './timers.ts';

/** All firms of the sandbox and what they share. */
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
  webhooks: Webhooks;
  acquirer: Acquirer;
  answers: Answers;
  bitcoin: BitcoinNetwork;
  inbox: Inbox;
  captcha: Captcha;
  market: Market;
  /** Forgets everything and starts the chain anew. */
  reset: () => void;
};

export function createWorld(config: SandboxConfig): World {
  const timers = new Timers();
  const faults = new Faults();
  const journal = new Journal();
  const newId = createIds(`${config.seed}:${Date.now()}`);
  const webhooks = new Webhooks({ faults, timers, secret: config.webhookSecret, productUrl: () => world.productUrl });
  const world: World = {
    config,
    publicUrl: config.publicUrl ?? '',
    productUrl: config.productUrl,
    newId,
    timers,
    background: new Timers(),
    faults,
    journal,
    webhooks,
    acquirer: new Acquirer({ newId, journal, timers, webhooks, publicUrl: () => world.publicUrl }),
    answers: new Answers(),
    bitcoin: new BitcoinNetwork({ seed: config.seed, journal, timers, blockSeconds: config.blockSeconds }),
    inbox: new Inbox(),
    captcha: new Captcha(),
    market: new Market(config.seed),
    reset: () => {
      timers.stop();
      for (const part of [
        faults,
        journal,
        webhooks,
        world.acquirer,
        world.answers,
        world.inbox,
        world.captcha,
        world.market,
      ])
        part.clear();
      world.bitcoin.restart();
    },
  };
  return world;
}
