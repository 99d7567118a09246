import { toFlag } from '@causeway/contract/fields/fields';
import type { VerificationViews, WizardView } from '@causeway/contract/shapes/verification';
import type { DocumentStatus } from '@causeway/domain/verification/documents';
import { wizardsOf, type Wizard } from '@causeway/domain/verification/wizards';
import type { AppContext } from '../../context.ts';
import { maskCard } from '../cards/rules.ts';
import { listOwnCards } from '../cards/store.ts';
import { readFacts, type ClientFacts } from './client-facts.ts';
import type { VerificationRow } from './store.ts';

/** How far a client is with each wizard, and which of them apply (C-17, A-047). @throws Refusal SESSION_OVER */
export async function readViews(
  db: AppContext['db'],
  clientId: string,
): Promise<{ views: VerificationViews; verificationRequired: Wizard[] }> {
  // Read by every page that waits for a decision.
  const [facts, cards] = await Promise.all([readFacts(db, clientId), listOwnCards(db, clientId)]);
  const wallets = cards.map((card) => {
    const row = facts.rows.find(({ wizard, walletId }) => wizard === 'wallet' && walletId === card.token);
    return { ...toView(row?.status ?? 'new', false), id: card.token, cardNumber: maskCard(card) };
  });
  const of = (wizard: Exclude<Wizard, 'wallet'>) => describeWizard(facts, wizard);
  return {
    views: {
      address: of('address'),
      bankStatement: of('bank_statement'),
      basic: of('basic'),
      clientLevel: facts.client.level,
      email: of('email'),
      identity: of('identity'),
      phone: of('phone'),
      wallets,
    },
    verificationRequired: wizardsOf(facts.flags),
  };
}

/** How far one wizard is. */
export function describeWizard({ rows, isDone }: ClientFacts, wizard: Exclude<Wizard, 'wallet'>): WizardView {
  const row: VerificationRow | undefined = rows.find((candidate) => candidate.wizard === wizard);
  return toView(row?.status ?? 'new', isDone(wizard));
}

/** What is looked at cannot be changed meanwhile; a final refusal ends it. */
export function toView(status: DocumentStatus, isDone: boolean): WizardView {
  const isVerified = isDone || status === 'approved';
  return {
    isVerified: toFlag(isVerified),
    isLocked: toFlag(!isVerified && (status === 'uploaded' || status === 'rejected')),
    status: isVerified ? 'approved' : status,
  };
}
