import { type Json, fromWireNames, toWireNames } from '@causeway/contract/wire/convert-keys';
import { type FormValues, encodeForm } from '@causeway/contract/wire/encode-form';
import type { Session } from '../session/session.ts';
import { type Timers, wait } from '../timing/timers.ts';
import type { Endpoint } from '@causeway/contract/endpoint';
import { hasKeys } from './has-keys.ts';
import { readErrors, ServerFailure } from './server-failure.ts';
import { type WireAnswer, type WireRequest, sendRequest } from './send-request.ts';

/** How often a refused request is repeated after a refresh (4.11-01, 4.11-07). */
export const retriesMax = 3;
/** Milliseconds before each repetition (4.11-06, A-070). */
export const retryDelay = 1200;
/** Most milliseconds that a call waits for others before it believes that the session is over. */
const doubtTime = 10_000;

interface CallOptions {
  params?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

export interface Api {
  call: <Values extends FormValues, Answer>(
    endpoint: Endpoint<Values, Answer>,
    values: NoInfer<Values>,
    options?: CallOptions,
  ) => Promise<Answer>;
}

interface ApiOptions {
  fetch: typeof globalThis.fetch;
  /** Base URL before the paths of the calls; empty on the page's own host. */
  base: string;
  session: Session;
  timers: Timers;
  language: () => string;
  alone: (task: () => Promise<void>) => Promise<void>;
  /** Hash of the device's traits; empty where there is none. */
  traits: () => Promise<string>;
  /** Whether the browser takes cookies: without them a refresh goes without traits (7-53). */
  hasCookies: () => boolean;
}

/** The only connection to the server: names and forms of the wire, tokens, one shared refresh, time-out (4.11). */
export function createApi({ fetch, base, session, timers, language, alone, traits, hasCookies }: ApiOptions): Api {
  const headers = () => ({ 'X-Requested-With': 'XMLHttpRequest', 'Accept-Language': language() });
  const traced = async () => {
    const tfp = await traits();
    return tfp === '' ? {} : { tfp };
  };
  const refresh = createRefresher({
    session,
    timers,
    alone,
    send: async (token) =>
      sendRequest(fetch, {
        method: 'POST',
        url: `${base}/refresh_access_token`,
        body: encodeForm({ refresh: token, ...(hasCookies() && (await traced())) }).toString(),
        headers: { ...headers(), 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
  });

  /** Calls under way that may change the session: a new password ends it and brings another. */
  const changing = new Set<Promise<unknown>>();

  async function send(request: WireRequest): Promise<WireAnswer> {
    const sent = sendRequest(fetch, request);
    if (request.method === 'GET') return sent;
    changing.add(sent);
    return sent.finally(() => changing.delete(sent));
  }

  async function believeOver(access: string | undefined): Promise<void> {
    // What an answer brings is kept by its caller, a moment later.
    const others = Promise.allSettled(changing).then(() => wait(timers, 0));
    await Promise.race([others, wait(timers, doubtTime)]);
    if (session.tokens()?.access === access) session.clear('session-over');
  }

  async function withToken(request: WireRequest): Promise<WireAnswer> {
    for (let retry = 0; ; retry += 1) {
      const access = session.tokens()?.access;
      const token = access === undefined ? undefined : { 'X-Authorization': `Bearer ${access}` };
      const answer = await send({ ...request, headers: { ...request.headers, ...token } });
      if (answer.status === 401) await believeOver(access);
      if (answer.status !== 403 && answer.status !== 405) return answer;
      if (access === undefined || retry === retriesMax) {
        if (session.tokens()?.access === access) session.clear('session-over');
        return answer;
      }
      await refresh(access);
      await wait(timers, retryDelay);
    }
  }

  return {
    async call(endpoint, values, options = {}) {
      const sent = endpoint.isTraced ? { ...values, ...(await traced()) } : values;
      const answer = await withToken(describe(base, endpoint, sent, options, headers()));
      const body = isJson(answer.body) && !endpoint.isData ? fromWireNames(answer.body) : answer.body;
      if (answer.status !== 200 || !hasKeys(body, endpoint.keys))
        throw new ServerFailure(answer.status, readErrors(body));
      return body;
    },
  };
}

function describe(
  base: string,
  endpoint: { method: 'GET' | 'POST'; path: string; isJson?: boolean },
  values: FormValues,
  options: CallOptions,
  common: Readonly<Record<string, string>>,
): WireRequest {
  const form = encodeForm(values).toString();
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_part, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ''),
  );
  const headers = { ...common, ...options.headers };
  if (endpoint.method === 'GET')
    return { method: 'GET', url: `${base}${path}${form && `?${form}`}`, headers, signal: options.signal };
  return {
    method: 'POST',
    url: base + path,
    body: endpoint.isJson ? JSON.stringify(toWireNames(values)) : form,
    headers: { ...headers, 'Content-Type': `application/${endpoint.isJson ? 'json' : 'x-www-form-urlencoded'}` },
    signal: options.signal,
  };
}

function isJson(value: unknown): value is Json {
  return value !== undefined;
}

/** Refresh triggers within this many milliseconds are one refresh (4.11-05, A-070). */
export const refreshDebounce = 300;

interface RefresherOptions {
  session: Session;
  timers: Timers;
  /** Asks for a new pair. */
  send: (refresh: string) => Promise<WireAnswer>;
  /** Runs one task at a time over all tabs, because a refresh token is valid for one use only. */
  alone: (task: () => Promise<void>) => Promise<void>;
}

type Refresher = (used: string) => Promise<void>;

/** Makes the one shared refresh: `used` is the refused access token. Throws when the session has ended. */
function createRefresher({ session, timers, send, alone }: RefresherOptions): Refresher {
  let pending: Promise<void> | undefined;

  async function exchange(used: string): Promise<void> {
    const tokens = session.reload();
    if (tokens && tokens.access !== used) return;
    if (!tokens) throw new ServerFailure(403);
    const answer = await send(tokens.refresh);
    // The client has signed out meanwhile, or another one in.
    if (session.tokens()?.refresh !== tokens.refresh) throw new ServerFailure(403);
    if (answer.status === 200 && session.set(answer.body, 'refreshed')) return;
    session.clear('refresh-failed');
    throw new ServerFailure(answer.status);
  }

  return (used) => {
    pending ??= wait(timers, refreshDebounce)
      .then(() => alone(() => exchange(used)))
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
}
