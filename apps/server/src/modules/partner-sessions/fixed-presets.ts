import type { Presets } from '@causeway/contract/shapes/presets';
import type { Partner } from '../partners/partner.ts';

/** What neither the page's address nor a message nor the client changes: the partner's locked defaults, and all of a session. */
export function fixedPresets({ defaults, locks }: Partner, session: Presets | undefined): Presets {
  const locked = Object.fromEntries(
    locks.flatMap((name) => (defaults[name] === undefined ? [] : [[name, defaults[name]]])),
  ) satisfies Presets;
  return { ...locked, ...session };
}
