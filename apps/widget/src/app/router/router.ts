import { type Timers, realTimers } from '../../lib/timing/timers.ts';
import { type GuardFacts, decide } from '../guards/decide.ts';
import { safeRedirect } from '../guards/safe-redirect.ts';
import type { RouteName } from '../routes.ts';
import type { HistoryPort } from './history-port.ts';
import { joinLanguage, splitLanguage } from './language-path.ts';
import { type Target, makeTarget, readTarget } from './target.ts';

type Query = Readonly<Record<string, string>>;

export interface Router {
  current: () => Target;
  /** The route before the current one. */
  previous: () => Target | undefined;
  navigate: (name: RouteName, params?: Query, query?: Query, options?: { replace?: boolean }) => void;
  /**
   * Follows a path of this application, such as a `redirect` query; anything else is dropped and logged. @returns
   * whether it was followed
   */
  follow: (href: string | undefined) => boolean;
  /**
   * Once the requested page is drawn: begins to follow the browser's own navigations, one that was made meanwhile too,
   * and runs the guards.
   */
  start: () => void;
  /** Runs the guards for the page that is open: after signing in or out. */
  check: () => void;
  /** Writes the path again in another language, without a reload. */
  rewriteLanguage: () => void;
  /** The URL of a route for links. */
  href: (name: RouteName, params?: Query, query?: Query) => string;
  subscribe: (listener: () => void) => () => void;
}

interface RouterOptions {
  history: HistoryPort;
  /** Path and query that the page was made for, without a language. */
  served: string;
  language: () => string;
  facts: () => GuardFacts;
  warn: (message: string) => void;
  timers?: Timers;
}

/**
 * The route on screen. Every navigation passes the guards before the URL changes; a refused one leaves page and URL
 * unchanged (2.2-06).
 */
export function createRouter({ history, served, language, facts, warn, timers = realTimers }: RouterOptions): Router {
  const listeners = new Set<() => void>();
  const scroll = createScrollMemory(history, timers);
  const readAddress = () => readTarget(splitLanguage(history.href()).href);
  const page = readTarget(served);
  let current = readAddress();
  // The client went back before the first drawing, which must be that of the page that is there.
  if (current.name !== page.name) current = page;
  let previous: Target | undefined;
  const resolve = createResolver(facts, warn);
  const write = (target: Target) => joinLanguage(language(), target.href);

  function show(target: Target): void {
    if (target.href === current.href && target.isShut === current.isShut) return;
    const isSame = target.name === current.name;
    if (!isSame) scroll.leave(current.name);
    previous = current;
    current = target;
    scroll.enter(isSame ? '' : target.name);
    listeners.forEach((listener) => listener());
  }

  function go(to: Target, isReplaced: boolean): boolean {
    const target = resolve(to, current);
    if (target?.href === current.href) scroll.enter('');
    else if (target) {
      if (isReplaced) history.replace(write(target));
      else history.push(write(target));
      show(target);
    }
    return target !== undefined;
  }

  function check(): void {
    const target = resolve(readTarget(current.href), undefined) ?? makeTarget('order-stepper');
    if (history.href() !== write(target)) history.replace(write(target));
    show(target);
  }

  function followAddress(): void {
    const wanted = readAddress();
    const target = resolve(wanted, current);
    if (!target) return history.push(write(current));
    if (target.href !== wanted.href) history.replace(write(target));
    show(target);
  }

  return {
    current: () => current,
    previous: () => previous,
    navigate: (name, params, query, options) => void go(makeTarget(name, params, query), options?.replace === true),
    follow(href) {
      const safe = readRedirect(href, warn);
      return safe !== undefined && go(readTarget(splitLanguage(safe).href), true);
    },
    start() {
      history.onPop(followAddress);
      show(readAddress());
      check();
    },
    check,
    rewriteLanguage: () => history.replace(write(current)),
    href: (name, params, query) => write(makeTarget(name, params, query)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A redirect that leads out of the application is logged. */
function readRedirect(href: string | undefined, warn: RouterOptions['warn']): string | undefined {
  const safe = safeRedirect(href);
  if (!safe && href) warn(`Redirect to ${href} is not followed`);
  return safe;
}

/** Guards that send on to each other are cut short after so many turns. */
const mostTurns = 3;

/** Where a requested target leads after the guards; undefined to stay. `from` is absent for the first page. */
type Resolver = (to: Target, from: Target | undefined) => Target | undefined;

function createResolver(facts: () => GuardFacts, warn: (message: string) => void): Resolver {
  function resolve(to: Target, from: Target | undefined, turns: number): Target | undefined {
    const decision = decide(to, from, facts());
    if (decision.do === 'allow') return to;
    if (decision.do === 'stay') warn(decision.why);
    if (decision.do === 'stay' && from) return undefined;
    if (decision.do === 'stay' && to.name === 'order-stepper') return { ...to, isShut: true };
    if (turns > mostTurns) return makeTarget('order-stepper');
    if (decision.do === 'go') return resolve(makeTarget(decision.name, {}, decision.query), from, turns + 1);
    const after = from ?? readTarget(readRedirect(to.query['redirect'], warn) ?? '/');
    return after.name === to.name ? makeTarget('order-stepper') : resolve(after, from, turns + 1);
  }
  return (to, from) => resolve(to, from, 0);
}

/** Milliseconds after which a remembered position is restored (2.2-12). */
export const scrollRestoreDelay = 150;

interface ScrollMemory {
  leave: (name: string) => void;
  /** Without a name the page only goes to its top: the route is the same one (2.2-13). */
  enter: (name: string) => void;
}

/** Remembers how far each route was scrolled. A route seen first starts at its top. */
function createScrollMemory(history: HistoryPort, timers: Timers): ScrollMemory {
  const positions = new Map<string, number>();
  let cancel = () => {};
  return {
    leave: (name) => positions.set(name, history.scrollTop()),
    enter(name) {
      cancel();
      history.scrollTo(0);
      const top = positions.get(name);
      if (top) cancel = timers.after(scrollRestoreDelay, () => history.scrollTo(top));
    },
  };
}
