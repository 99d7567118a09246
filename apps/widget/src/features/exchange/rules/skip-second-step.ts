export interface SecondStepFacts {
  isSkipSecondStep: boolean;
  dstAddress: string;
  payinGroup: string;
  payoutGroup: string;
  /** Fields of the chosen options beyond the destination address. */
  hasExtraFields: boolean;
}

const neverSkipped = ['sofort', 'sepa'];

/** Whether the address step is passed over (2.3-25, 2.3-26, A-023). */
export function isSecondStepSkipped(facts: SecondStepFacts): boolean {
  const { payinGroup, payoutGroup } = facts;
  if (neverSkipped.includes(payinGroup) || neverSkipped.includes(payoutGroup) || facts.hasExtraFields) return false;
  return facts.isSkipSecondStep && (facts.dstAddress !== '' || payoutGroup === 'balance');
}
