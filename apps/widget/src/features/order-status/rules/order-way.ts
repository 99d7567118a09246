/** What an order does for its client: buys coins, sells them, changes one coin for another, or moves money. */
export type OrderWay = 'buy' | 'sell' | 'exchange' | 'other';

export function orderWay(isPayinCrypto: boolean, isPayoutCrypto: boolean): OrderWay {
  if (isPayinCrypto) return isPayoutCrypto ? 'exchange' : 'sell';
  return isPayoutCrypto ? 'buy' : 'other';
}
