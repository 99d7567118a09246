import type { GuardFacts } from './decide.ts';

/** What the page around, or its partner, lets through (2.2-04, 2.2-05): names and patterns with spaces or commas between. */
export function hostSettings({ routes, isRoutingOff }: { routes: string; isRoutingOff: boolean }): GuardFacts['host'] {
  const allowed = routes.split(/[\s,]+/).filter(Boolean);
  return { isRoutingOff, ...(allowed.length > 0 && { allowed }) };
}
