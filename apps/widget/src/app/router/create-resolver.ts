import { decide, type GuardFacts } from '../guards/decide.ts';
import { safeRedirect } from '../guards/safe-redirect.ts';
import { makeTarget, readTarget, type Target } from './target.ts';

/** Guards that send on to each other are cut short after so many turns. */
const mostTurns = 3;

/** Where a wanted target really leads once the guards have spoken; undefined to stay. `from` is absent for the first page. */
export type Resolver = (to: Target, from: Target | undefined) => Target | undefined;

export function createResolver(facts: () => GuardFacts, warn: (message: string) => void): Resolver {
  function resolve(to: Target, from: Target | undefined, turns: number): Target | undefined {
    const decision = decide(to, from, facts());
    if (decision.do === 'allow') return to;
    if (decision.do === 'stay') warn(decision.why);
    if (decision.do === 'stay' && from) return undefined;
    if (decision.do === 'stay' && to.name === 'order-stepper') return { ...to, isShut: true };
    if (turns > mostTurns) return makeTarget('order-stepper');
    if (decision.do === 'go') return resolve(makeTarget(decision.name, {}, decision.query), from, turns + 1);
    const after = from ?? readTarget(safeRedirect(to.query['redirect']) ?? '/');
    return after.name === to.name ? makeTarget('order-stepper') : resolve(after, from, turns + 1);
  }
  return (to, from) => resolve(to, from, 0);
}
