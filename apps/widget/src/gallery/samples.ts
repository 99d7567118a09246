import type { BadgeCurrency } from '../parts/currency/currency-badge.tsx';
import type { PickerCurrency } from '../parts/currency/picker-data.ts';
import type { PickerTexts } from '../parts/currency/picker-texts.ts';

export const eur: BadgeCurrency = { code: 'EUR', isCrypto: false, symbol: '€' };
export const btc: BadgeCurrency = { code: 'BTC', isCrypto: true, color: '#f7931a', symbol: '₿' };
export const usdt: BadgeCurrency = { code: 'USDT', isCrypto: true, color: '#23916f', symbol: '₮' };
export const badges: readonly BadgeCurrency[] = [
  eur,
  { code: 'USD', isCrypto: false, symbol: '$' },
  { code: 'PLN', isCrypto: false, symbol: 'zł' },
  btc,
  { code: 'ETH', isCrypto: true, color: '#627eea', symbol: 'Ξ' },
  usdt,
  { code: 'XRP', isCrypto: true, color: '#23292f', symbol: '✕' },
  { code: 'SOL', isCrypto: true, color: '#8a3ff0', symbol: '◎' },
  { code: 'LTC', isCrypto: true, color: '#345d9d', symbol: 'Ł' },
  { code: 'DOGE', isCrypto: true, color: '#c2a633', symbol: 'Ð' },
  { code: 'ZRX', isCrypto: true, color: '#7a5c99' },
];
export const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const networks = [
  { id: 'trc20', title: 'Tron', token: 'TRC20', color: '#d9112b', detail: 'Fee 1.20 USDT · about 1 min' },
  { id: 'bep20', title: 'BNB Smart Chain', token: 'BEP20', color: '#a97c00', detail: 'Fee 0.40 USDT · about 1 min' },
  {
    id: 'erc20',
    title: 'Ethereum',
    token: 'ERC20',
    color: '#4a63d8',
    detail: 'Not available right now',
    isPaused: true,
  },
];

function withNetworks(code: string, entry: Omit<PickerCurrency, 'groups' | 'code' | 'isCrypto'>): PickerCurrency {
  return {
    ...entry,
    code,
    isCrypto: true,
    groups: networks.map((network) => ({ ...network, code: `${code}${network.token}` })),
  };
}

function single(currency: BadgeCurrency, fullName: string, isPopular = false): PickerCurrency {
  return { ...currency, fullName, isPopular, groups: [{ id: 'main', code: currency.code, title: fullName }] };
}

export const pickerCurrencies: readonly PickerCurrency[] = [
  single(btc, 'Bitcoin', true),
  single({ code: 'ETH', isCrypto: true, color: '#627eea', symbol: 'Ξ' }, 'Ethereum', true),
  {
    ...eur,
    fullName: 'Euro',
    summary: 'SEPA, card, balance',
    balance: '1 284.50',
    isPopular: false,
    groups: [
      { id: 'card', code: 'EUR', title: 'Card', detail: 'Visa, Mastercard, Maestro · instant', icon: 'credit-card' },
      { id: 'sepa', code: 'EUR', title: 'SEPA transfer', detail: 'No card fee · 1 working day', icon: 'landmark' },
      {
        id: 'balance',
        code: 'EUR',
        title: 'Causeway balance',
        detail: '1 284.50 EUR available · instant',
        icon: 'wallet',
      },
    ],
  },
  single({ code: 'LTC', isCrypto: true, color: '#345d9d', symbol: 'Ł' }, 'Litecoin'),
  single({ code: 'SOL', isCrypto: true, color: '#8a3ff0', symbol: '◎' }, 'Solana'),
  withNetworks('USDT', {
    fullName: 'Tether',
    color: '#23916f',
    symbol: '₮',
    summary: '3 networks',
    balance: '612.40',
    isPopular: true,
  }),
  single({ code: 'TRX', isCrypto: true, color: '#d9112b', symbol: 'T' }, 'Tron'),
  withNetworks('USDC', { fullName: 'USD Coin', color: '#2775ca', symbol: '$', summary: '3 networks', isPopular: true }),
];

export const pickerTexts: PickerTexts = {
  title: 'What would you like to get?',
  groupTitle: ({ isCrypto, fullName }) =>
    isCrypto ? 'Choose a network' : `How will you pay in ${fullName.toLowerCase()}s?`,
  groupLead: (code) => `${code} is the same coin on every network. Fees and speed differ.`,
  groupLabel: (isCrypto) => (isCrypto ? 'Network' : 'Payment method'),
  close: 'Close',
  back: 'Back to currencies',
  searchLabel: 'Search currencies',
  searchPlaceholder: 'Name, code or network',
  searchClear: 'Clear search',
  more: (count) => `${count} more, not available now`,
  popular: 'Popular',
  all: 'All currencies',
  listLabel: 'Currencies',
  matches: (count) => `${count} matches`,
  balance: 'balance',
  hintTitle: 'Looking for something else?',
  hintText: 'Search also matches network names and tokens, such as ERC20.',
  emptyTitle: (query) => `No currency matches “${query}”`,
  emptyText: 'Check the spelling or search by network.',
  confirm: ({ isCrypto }, { title }) => (isCrypto ? `Continue with ${title}` : `Pay by ${title.toLowerCase()}`),
};

export function noop(): void {
  // The gallery shows looks; behaviour is shown by the sections that keep state.
}
