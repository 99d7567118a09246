import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { addPayer } from '../clients/add-client.ts';
import { findPayer } from '../clients/store.ts';

/**
 * Whose order a merchant's is: the account that has confirmed the payer's e-mail. What nobody has confirmed is
 * nobody's: then the order belongs to the address itself, and goes to the account that confirms it. Nobody is signed in by it.
 *
 * @returns the client's id
 */
export async function openBuyer(
  context: AppContext,
  { email, language, partnerKey }: { email: string; language: Language; partnerKey: string },
): Promise<string> {
  const known = await findPayer(context.db, email);
  if (known !== undefined) return known;
  const added = await addPayer(context, context.db, { email, language, partnerKey });
  // Two orders for one new address at once: the other was first.
  const payer = added ?? (await findPayer(context.db, email));
  if (payer === undefined) throw new Error('The payer of a merchant’s order is neither new nor there.');
  return payer;
}
