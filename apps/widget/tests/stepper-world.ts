import { createStore } from 'zustand/vanilla';
import { createMoves } from '../src/app/stepper/create-moves.ts';
import type { FlowParts } from '../src/app/stepper/flow-parts.ts';
import { createStepperStore } from '../src/app/stepper/stepper-store.ts';
import { modeRow } from '../src/app/modes.ts';
import { createExchangeStore } from '../src/features/exchange/exchange-store.ts';
import { client, preorder, price } from './fixtures.ts';
import { fakeApi, fakeConfig } from './fake-shop.ts';
import { createSpies } from './stepper-spies.ts';

export interface WorldOptions {
  isAuthorized?: boolean;
  /** Signed in, but the page has not read who it is. */
  isUnread?: boolean;
  verificationRequired?: readonly string[];
  /** Pay-in and pay-out, each a currency and a group. */
  pair?: readonly [string, string, string, string];
  features?: Readonly<Record<string, 0 | 1>>;
  /** What the page around sets. */
  options?: Readonly<Record<string, unknown>>;
  /** Parts of the answer to a created order. */
  answer?: object;
  fail?: Error;
  /** Only so many calls fail. */
  failTimes?: number;
  quote?: string;
  provider?: string;
  mode?: 'normal' | 'merchant';
  /** In a frame on a partner's page, unless said otherwise. */
  isFramed?: boolean;
  /** Names that a session token or a partner's default has fixed. */
  locked?: readonly string[];
}

const isParts = (_parts: unknown): _parts is FlowParts => true;

/** The parts that the moves between steps work with, in place of a page and a server. */
export function createWorld(settings: WorldOptions) {
  const { isAuthorized = true, verificationRequired = [], pair, features = {}, options = {} } = settings;
  const [payinCurrency, payinGroup, payoutCurrency, payoutGroup] = pair ?? ['EUR', 'card', 'BTC', 'bitcoin'];
  const answer: Record<string, unknown> = { order: null, orderId: '', errors: [], ...settings.answer };
  const created: object[] = [];
  const keys: string[] = [];
  let online = () => {};
  const route = { name: 'order-stepper', href: '/' };
  const spies = createSpies();
  const exchange = createExchangeStore({
    ...preorder,
    dstAddress: typeof options['dstAddress'] === 'string' ? options['dstAddress'] : '',
    payinCurrency,
    payinGroup,
    payoutCurrency,
    payoutGroup,
  });
  const mode = settings.mode ?? 'normal';
  const stepper = createStepperStore(modeRow(mode).first);
  const config = fakeConfig(features, options);
  const calc = { ...price.calc, payinSubMethod: settings.provider ?? '', quote: settings.quote ?? '' };
  const limits = { ...price.limits, isAuthorized: 1, verificationRequired };
  const signedIn = isAuthorized || settings.isUnread === true;
  const store = createStore(() => ({ client: { ...client, isAuthorized: isAuthorized ? 1 : 0 }, config }));
  const parts = {
    mode,
    exchange,
    stepper,
    router: { navigate: spies.navigate, check: spies.check, current: () => route, previous: () => undefined },
    account: {
      store,
      async refreshClient() {
        await spies.refreshClient();
        store.setState({ client: { ...client, isAuthorized: signedIn ? 1 : 0 } });
      },
      refreshConfig: spies.refreshConfig,
    },
    prices: {
      store: createStore(() => ({ price: { answer: { ...price, calc, limits } } })),
      refresh: spies.refreshPrice,
      accept: spies.accept,
    },
    runtime: {
      ...fakeRuntime(settings, spies),
      session: { tokens: () => (signedIn ? { access: 'a', refresh: 'r' } : undefined) },
      api: fakeApi(settings, answer, created, keys),
      network: {
        isOnline: () => false,
        onOnline(listener: () => void) {
          online = listener;
          return () => undefined;
        },
      },
    },
  };
  if (!isParts(parts)) throw new Error('never');
  return {
    ...spies,
    route,
    created,
    keys,
    online: () => online(),
    answer,
    stepper,
    exchange,
    moves: createMoves(parts),
  };
}

function fakeRuntime({ locked = [], isFramed = true }: WorldOptions, spies: ReturnType<typeof createSpies>) {
  return {
    boot: { path: '/', brand: { clientUrl: 'https://client.example' }, host: { locked } },
    captcha: { token: async (action: string) => `token ${action}` },
    texts: { t: (key: string) => key },
    toasts: { show: spies.toasts },
    log: { warn: spies.warn, error: spies.warn },
    clientEvents: { send: spies.events },
    frame: { isFramed, updateStep: spies.updateStep, changeOrder: () => undefined },
    popups: { take: () => ({ close: spies.closePopup }) },
  };
}
