import type { GuardFacts } from './decide.ts';

/**
 * What the page around and its partner let through (2.2-04, 2.2-05): the page's names and patterns have spaces or commas between; of two lists a
 * route must stand in both.
 */
export function hostSettings(
  { routes, isRoutingOff }: { routes: string; isRoutingOff: boolean },
  ofPartner: readonly string[] | null = null,
): GuardFacts['host'] {
  const lists = [ofPartner ?? [], routes.split(/[\s,]+/).filter(Boolean)];
  return { isRoutingOff, allowed: lists.filter((list) => list.length > 0) };
}
