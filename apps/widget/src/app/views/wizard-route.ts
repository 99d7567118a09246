import type { CalculationLimits } from '@causeway/contract/shapes/calculation';
import type { Client } from '@causeway/contract/shapes/client';
import { wizards, type Wizard } from '@causeway/domain/verification/wizards';
import { nextStage } from '@causeway/domain/verification/level-stages';
import type { RouteName } from '../routes.ts';

/** The route of a wizard's page. */
export function wizardRoute(wizard: Wizard): RouteName {
  return wizard === 'bank_statement' ? 'verification-bank-statement' : `verification-${wizard}`;
}

/** The wizard that a route names; none for the list of them. */
export function wizardOfRoute(name: RouteName): Wizard | undefined {
  return wizards.find((wizard) => wizardRoute(wizard) === name);
}

/** The wizard that an order waits for: what its limits name, else the next in the order of the levels. */
export function wizardOfStep(
  client: Pick<Client, 'limitLevel' | 'isBasicVerifyEnabled' | 'isZerohashFlow'>,
  { verificationRequired }: Pick<CalculationLimits, 'verificationRequired'>,
): Wizard | undefined {
  const flags = {
    isBasicVerifyEnabled: client.isBasicVerifyEnabled === 1,
    isZerohashFlow: client.isZerohashFlow === 1,
  };
  if (client.limitLevel === 'unverified') return 'email';
  return verificationRequired[0] ?? nextStage(client.limitLevel, flags)?.wizards[0];
}

/**
 * The limits that an order meets, out of its price and of the config: the first that ask for something. What was
 * calculated for a visitor says nothing of the client who has signed in since.
 */
export function limitsOfStep(known: readonly CalculationLimits[]): Pick<CalculationLimits, 'verificationRequired'> {
  const asking = known.find((limits) => limits.isAuthorized === 1 && limits.verificationRequired.length > 0);
  return asking ?? { verificationRequired: [] };
}
