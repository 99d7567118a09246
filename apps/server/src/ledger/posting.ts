/** One movement of money: a positive number of smallest units of a currency, from one account to another. */
export interface Posting {
  from: string;
  to: string;
  amount: bigint;
  /** Currency code, for example `EUR` or `USDTTRC20`. */
  currency: string;
}
