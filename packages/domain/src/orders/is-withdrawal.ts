interface Sides {
  payinGroup: string;
  payoutGroup: string;
}

/** Whether an order moves money from the client's balance to a destination outside. */
export function isWithdrawal({ payinGroup, payoutGroup }: Sides): boolean {
  return payinGroup === 'balance' && payoutGroup !== 'balance';
}
