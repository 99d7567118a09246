import type { Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';

/** The client who makes a call that only clients make. @throws Refusal ACCESS_EXPIRED for a visitor */
export function clientIdOf(reader: Reader): string {
  if (reader.kind === 'visitor') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  return reader.clientId;
}
