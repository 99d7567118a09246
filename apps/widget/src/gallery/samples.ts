import type { BadgeCurrency } from '../parts/currency-badge.tsx';

export const eur: BadgeCurrency = { code: 'EUR', isCrypto: false, symbol: '€' };
export const btc: BadgeCurrency = { code: 'BTC', isCrypto: true, color: '#f7931a', symbol: '₿' };
export const usdt: BadgeCurrency = { code: 'USDT', isCrypto: true, color: '#23916f', symbol: '₮' };
export const tron = { name: 'Tron', color: '#d9112b' };
export const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

export function noop(): void {
  // The gallery shows looks; behaviour is shown by the sections that keep state.
}
