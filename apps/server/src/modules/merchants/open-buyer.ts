import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { addClient } from '../clients/add-client.ts';
import { findPasswordByEmail } from '../clients/find-password-by-email.ts';

/** No password fits: whoever owns the address sets one by recovery, and has the orders that were paid with it. */
const noPassword = '';

/**
 * Whose order a merchant's is: the client with the payer's e-mail, who is added when there is none. Nobody is
 * signed in by it.
 *
 * @returns the client's id
 */
export async function openBuyer(
  context: AppContext,
  { email, language, partnerKey }: { email: string; language: Language; partnerKey: string },
): Promise<string> {
  const known = await findPasswordByEmail(context.db, email);
  if (known !== undefined) return known.clientId;
  const added = await addClient(context, context.db, {
    email,
    passwordHash: noPassword,
    language,
    partnerKey,
    referrerId: '',
  });
  if (added !== undefined) return added;
  // Two orders for one new address at once: the other was first.
  const other = await findPasswordByEmail(context.db, email);
  if (other === undefined) throw new Error('The client of a merchant’s order is neither new nor there.');
  return other.clientId;
}
