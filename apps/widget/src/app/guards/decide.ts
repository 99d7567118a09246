import { type Mode, modeRow } from '../modes.ts';
import { type RouteName, routeOf } from '../routes.ts';
import type { Target } from '../router/target.ts';

export interface GuardFacts {
  isAuthorized: boolean;
  isMerchant: boolean;
  isAgreementRequired: boolean;
  mode: Mode;
  host: {
    /** The host switched routing off (2.2-04). */
    isRoutingOff: boolean;
    /** Lists of names or patterns of the routes that are let through (2.2-05); all without a list. */
    allowed?: readonly (readonly string[])[];
  };
  isFlagOn: (flag: string) => boolean;
  /** The per-route condition (2.2-10). */
  isMet: (name: RouteName) => boolean;
}

type Decision =
  | { do: 'allow' }
  | { do: 'stay'; why: string }
  | { do: 'go'; name: RouteName; query?: Readonly<Record<string, string>> }
  /** Back to where the client came from. */
  | { do: 'back' };

type Guard = (to: Target, from: Target | undefined, facts: GuardFacts) => Decision | undefined;

const neverRestricted: readonly RouteName[] = ['company-changes', 'auth'];

const agreement: Guard = (to, _from, facts) => {
  const isNeeded = facts.isAgreementRequired && facts.isAuthorized && !facts.isMerchant;
  if (to.name === 'company-changes') return isNeeded ? undefined : { do: 'back' };
  if (!isNeeded) return undefined;
  return { do: 'go', name: 'company-changes', query: { redirect: to.href } };
};

const host: Guard = (to, from, { host: settings, mode }) => {
  if (neverRestricted.includes(to.name)) return undefined;
  if (settings.isRoutingOff && from) return { do: 'stay', why: 'Routing is switched off by the host' };
  const { routes } = modeRow(mode);
  const lists = [...(settings.allowed ?? []), ...(routes ? [routes] : [])];
  const isAllowed = lists.every((list) => list.some((pattern) => matchName(pattern, to.name)));
  return isAllowed ? undefined : { do: 'stay', why: `Route ${to.name} is not allowed here` };
};

/** Where a client begins: at home where that is on, else at the exchange. */
export function homeOf(isFlagOn: GuardFacts['isFlagOn']): RouteName {
  return isFlagOn('home_page') ? 'home' : 'order-stepper';
}

/** Opened first by a client, the page of the login leads where its address asks, else home. */
const login: Guard = (to, from, facts) => {
  if (to.name !== 'auth' || !facts.isAuthorized || facts.isMerchant) return undefined;
  if (from) return { do: 'stay', why: 'Already signed in' };
  return to.query['redirect'] === undefined ? { do: 'go', name: homeOf(facts.isFlagOn) } : { do: 'back' };
};

const merchant: Guard = (to, _from, { isMerchant }) => {
  if (!isMerchant || routeOf(to.name).merchant) return undefined;
  return { do: 'stay', why: `Route ${to.name} is not allowed in merchant mode` };
};

const authentication: Guard = (to, _from, { isAuthorized, isMerchant }) => {
  if (isMerchant || isAuthorized || !routeOf(to.name).auth) return undefined;
  return { do: 'go', name: 'auth', query: { redirect: to.href } };
};

const condition: Guard = (to, _from, { isFlagOn, isMet }) => {
  const { flag } = routeOf(to.name);
  if ((flag === undefined || isFlagOn(flag)) && isMet(to.name)) return undefined;
  return { do: 'stay', why: `Route ${to.name} is not allowed by its condition` };
};

/** The balance's own page is replaced by the home page where that is on (2.1-15). */
const replaced: Guard = ({ name }, _from, facts) =>
  name === 'balance' && homeOf(facts.isFlagOn) === 'home' ? { do: 'go', name: 'home' } : undefined;

/** Every guard in its order; the start routine has run before. */
const guards: readonly Guard[] = [agreement, host, login, merchant, authentication, condition, replaced];

/** The result of a navigation (2.2). */
export function decide(to: Target, from: Target | undefined, facts: GuardFacts): Decision {
  for (const guard of guards) {
    const decision = guard(to, from, facts);
    if (decision) return decision;
  }
  return { do: 'allow' };
}

/** Whether a route name matches a pattern of host settings: `*` matches any run of characters. */
export function matchName(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}

/**
 * Routes that the page around and its partner allow (2.2-04, 2.2-05): the page's names and patterns have spaces or
 * commas between; of two lists a route must be in both.
 */
export function hostSettings(
  { routes, isRoutingOff }: { routes: string; isRoutingOff: boolean },
  ofPartner: readonly string[] | null = null,
): GuardFacts['host'] {
  const lists = [ofPartner ?? [], routes.split(/[\s,]+/).filter(Boolean)];
  return { isRoutingOff, allowed: lists.filter((list) => list.length > 0) };
}
