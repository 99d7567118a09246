import type { BootData } from '@causeway/contract/boot/boot-data';
import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { toCamelCase } from '@causeway/contract/wire/names';
import { type StoreApi, createStore } from 'zustand/vanilla';
import type { Api } from '../../lib/api/api.ts';
import type { Session } from '../../lib/session/session.ts';
import { type Timers, realTimers } from '../../lib/timing/timers.ts';
import type { Log } from '../../platform/log.ts';
import { getClientEndpoint } from '@causeway/contract/endpoints/get-client.generated';
import { getConfigEndpoint } from '@causeway/contract/endpoints/get-config.generated';

/** Milliseconds after a change of the tokens until the client is asked again (4.6-05, A-065). */
const clientRefetchDelay = 2000;

export interface AccountState {
  client: BootData['client'];
  config: ConfigAnswer;
}

export interface Account {
  store: StoreApi<AccountState>;
  refreshClient: () => Promise<void>;
  refreshConfig: () => Promise<void>;
  /** Forgets the client at once, before the server is asked. */
  forget: () => void;
  start: () => void;
}

interface AccountOptions {
  initial: AccountState;
  api: Api;
  session: Session;
  partnerKey: string;
  /** The page's language, in which the server answers. */
  language: () => string;
  /** Options from the page's URL; those of the config win, and those that the page was made with win over both. */
  options: Readonly<Record<string, unknown>>;
  log: Log;
  timers?: Timers;
}

/** Who uses the widget and what may be exchanged: from the page first, asked again when the session changes. */
export function createAccount({
  initial,
  api,
  session,
  partnerKey,
  language,
  options,
  log,
  timers = realTimers,
}: AccountOptions): Account {
  // Words that are shown come from the server alone, which knows whether the partner wrote them or a stranger.
  const { description: _words, productDetails: _details, ...asked } = inOneSpelling(options);
  const withOptions = (config: ConfigAnswer): ConfigAnswer => ({
    ...config,
    swConfig: {
      ...config.swConfig,
      // In one spelling: of two the one that is read would hang on their order in the URL.
      widgetParams: inOneSpelling(asked, config.swConfig.widgetParams, initial.config.swConfig.widgetParams),
    },
  });
  const store = createStore<AccountState>()(() => ({ ...initial, config: withOptions(initial.config) }));
  let cancel = () => {};
  const [askClient, askConfig] = [countTurns(), countTurns()];
  const { expected: _expected, ...unknown } = initial.client;
  const visitor = { ...unknown, isAuthorized: 0, email: '', niceId: '', limitLevel: 'unverified' } as const;

  async function refreshClient(): Promise<void> {
    cancel();
    const isNewer = askClient();
    const pair = session.tokens();
    const { client } = pair ? await api.call(getClientEndpoint, {}) : { client: visitor };
    // A late answer may be of a client who has signed out meanwhile, in another tab too.
    if (pair !== session.tokens()) return refreshClient();
    if (isNewer()) store.setState({ client });
  }
  async function refreshConfig(): Promise<void> {
    const isNewer = askConfig();
    const asked = language();
    const pair = session.tokens();
    const config = await api.call(getConfigEndpoint, { partnerKey });
    // A late one may be in the old language, or show the balances of a client who has signed out.
    if (asked !== language() || pair !== session.tokens()) return refreshConfig();
    if (isNewer()) store.setState({ config: withOptions(config) });
  }
  const read = () => refreshClient().catch((error: unknown) => log.warn('The client could not be read', error));
  const later = () => {
    cancel();
    cancel = timers.after(clientRefetchDelay, () => void read());
  };
  return {
    store,
    refreshClient,
    refreshConfig,
    forget: () => store.setState(({ config }) => ({ client: visitor, config: withoutBalances(config) })),
    start: () => void session.subscribe(later),
  };
}

/** Each question gets the function that says whether its answer is newer than every one that has come. */
function countTurns(): () => () => boolean {
  let [last, shown] = [0, 0];
  const isNewer = (turn: number) => () => turn > shown && (shown = turn) > 0;
  return () => isNewer((last += 1));
}

/** A client's balances must not stay after sign-out (4.6-06). */
function withoutBalances(config: ConfigAnswer): ConfigAnswer {
  const { payinSelect, payoutSelect, ...site } = config.swConfig;
  const emptied = (select: typeof payinSelect) =>
    select.map((entry) => ({ ...entry, groups: entry.groups.map((option) => ({ ...option, balanceAmount: '' })) }));
  return { ...config, swConfig: { ...site, payinSelect: emptied(payinSelect), payoutSelect: emptied(payoutSelect) } };
}

/** Of each name the value of the last record that has it. */
function inOneSpelling(...records: Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const entries = records.flatMap((record) => Object.entries(record));
  return Object.fromEntries(entries.map(([name, value]) => [toCamelCase(name), value]));
}
