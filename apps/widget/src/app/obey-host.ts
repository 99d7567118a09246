import type { HostMessage } from '@causeway/bridge/shared/protocol';
import type { UpdateOptionsPayload } from '@causeway/bridge/shared/payloads';
import type { Preorder } from '../features/exchange/rules/preorder.ts';
import type { AppParts } from './app-parts.ts';
import { applyHostLanguage } from './change-language.ts';
import { routeOf, routes, type RouteName } from './routes.ts';
import { safeTheme, themeOfQuery } from './safe-theme.ts';

/** Does what the page around the widget asks for (4.13-03). */
export function obeyHost(parts: AppParts, message: HostMessage): void {
  const { runtime, router, flow, exchange, account, logOut } = parts;
  switch (message.event) {
    case 'login':
      if (runtime.session.set(message.payload)) void account.refreshClient();
      else router.navigate('auth', {}, { step: 'login' });
      return;
    case 'register':
      return router.navigate('auth', {}, { step: 'register' });
    case 'logout':
      return void logOut();
    case 'reset':
      exchange.setState(exchange.getInitialState());
      flow.open('exchange');
      return router.navigate('order-stepper');
    case 'open-order-status':
      return router.navigate('order-status', { orderId: message.payload.orderId });
    case 'open-exchange':
      exchange.getState().patch(withoutEmpty(message.payload));
      flow.open('exchange');
      void judgeMessage(parts, message.payload);
      return router.navigate('order-stepper');
    case 'open-verification': {
      const { wizard, redirect } = message.payload;
      return open(parts, wizardRoute(wizard), { redirect });
    }
    case 'open-deposit':
      return openBalance(parts, 'balance-deposit', message.payload, {
        payoutCurrency: message.payload.depositCurrency,
        payoutGroup: 'balance',
      });
    case 'open-withdrawal':
      return openBalance(parts, 'balance-withdrawal', message.payload, { ...message.payload, payinGroup: 'balance' });
    case 'update-options':
      void judgeMessage(parts, message.payload);
      return updateOptions(parts, message.payload);
  }
}

type Fields = { [Name in keyof Preorder]?: Preorder[Name] | undefined };

function withoutEmpty(payload: Fields): Partial<Preorder> {
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
}

function wizardRoute(wizard: string | undefined): RouteName {
  const named = routes.find(({ name }) => name === `verification-${wizard?.replace('_', '-')}`);
  return named?.name ?? 'verification';
}

function open({ router }: AppParts, route: RouteName, given: Record<string, string | undefined>): void {
  const query = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  router.navigate(route, {}, Object.fromEntries(query));
}

/** Where the balance has no page of its own, its money comes and goes by the exchange. */
function openBalance(
  parts: AppParts,
  route: RouteName,
  given: Record<string, string | undefined>,
  fields: Fields,
): void {
  const { flag } = routeOf(route);
  const { features } = parts.account.store.getState().config;
  if (flag === undefined || features[flag] === 1) return open(parts, route, given);
  parts.exchange.getState().patch(withoutEmpty(fields));
  parts.flow.open('exchange');
  parts.router.navigate('order-stepper');
}

function updateOptions(parts: AppParts, options: UpdateOptionsPayload): void {
  const { lang, theme } = options;
  const { dataset, style } = document.documentElement;
  if (theme === 'light' || theme === 'dark' || theme === 'auto') dataset['theme'] = theme;
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const properties = safeTheme({ ...parts.runtime.boot.themeProperties, ...themeOfQuery(Object.fromEntries(given)) });
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
  if (lang !== undefined) void applyHostLanguage(parts, lang);
}

/** Reports to the page around what of its message is not known or not possible; the server judges it. */
async function judgeMessage({ runtime }: Pick<AppParts, 'runtime'>, payload: object): Promise<void> {
  const given = Object.entries(payload).filter(([, value]) => typeof value === 'string' && value !== '');
  if (given.length === 0) return;
  try {
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const answer: unknown = await (await fetch(`/embed-doctor/options?${query}`)).json();
    const sentences = readSentences(answer);
    for (const sentence of sentences) runtime.log.warn(sentence);
    if (sentences.length > 0) runtime.frame.post('options-ignored', { sentences });
  } catch (error) {
    runtime.log.warn('The options of a message could not be judged', error);
  }
}

function readSentences(answer: unknown): string[] {
  const ignored: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'ignored') : undefined;
  return Array.isArray(ignored) ? ignored.filter((sentence) => typeof sentence === 'string').slice(0, 32) : [];
}
