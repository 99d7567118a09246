/** Of what has arrived, what is exchanged and what goes back: all of it where that is allowed, else what was asked for. */
export function splitAmount(total: bigint, asked: bigint, isAllowed: boolean): { amount: bigint; surplus: bigint } {
  const amount = total <= asked || isAllowed ? total : asked;
  return { amount, surplus: total - amount };
}
