import type { Reader } from '../../context.ts';
import { Refusal } from '../../errors.ts';

/** The session that makes a call of clients. @throws Refusal ACCESS_EXPIRED for a visitor */
export function sessionOf(reader: Reader): { clientId: string; sessionId: string } {
  if (reader.kind === 'visitor') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  return reader;
}
