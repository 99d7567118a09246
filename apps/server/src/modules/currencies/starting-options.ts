/**
 * Card payments of one fiat currency: least and most pay-in, fixed fee; decimal text, about 30, 5000 and 0.25 EUR; the
 * provider.
 */
export const cardPayins: readonly [currency: string, min: string, max: string, feeFixed: string, provider: string][] = [
  ['EUR', '30', '5000', '0.25', 'card_one'],
  ['USD', '30', '5500', '0.30', 'card_two'],
  ['GBP', '25', '4400', '0.22', 'card_one_form'],
  ['CHF', '30', '4700', '0.25', 'card_one'],
  ['PLN', '130', '21000', '1.10', 'card_one'],
  ['CZK', '750', '120000', '6.00', 'card_one'],
  ['SEK', '330', '55000', '2.80', 'card_one'],
  ['NOK', '350', '58000', '3.00', 'card_one'],
  ['DKK', '220', '37000', '1.90', 'card_one'],
  ['UAH', '1500', '240000', '12.50', 'card_one'],
  ['TRY', '1500', '240000', '12.50', 'card_one'],
  ['HUF', '11500', '1900000', '96.00', 'card_one'],
  ['RON', '150', '25000', '1.30', 'card_one'],
  ['BGN', '60', '9700', '0.50', 'card_one'],
  ['JPY', '5500', '900000', '46', 'card_one'],
];

/** One option of fiat that is not a card pay-in. */
export interface FiatOption {
  direction: 'payin' | 'payout';
  currency: string;
  group: string;
  provider: string;
  min: string;
  max: string;
  /** Whole ten-thousandths of a percent. */
  feePercent: number;
  feeFixed: string;
  minutes: number;
  fields: readonly string[];
}

const euro = { currency: 'EUR', min: '30', feePercent: 0, feeFixed: '0', fields: [] };
const toCard = { direction: 'payout', group: 'card', provider: 'card_one', minutes: 30, fields: ['token'] } as const;

/** Transfers, sofort and wallet in; bank accounts and cards out. */
export const fiatOptions: readonly FiatOption[] = [
  { ...euro, direction: 'payin', group: 'sepa', provider: 'bank', max: '50000', minutes: 1440 },
  {
    ...euro,
    direction: 'payin',
    group: 'sofort',
    provider: 'sofort_one',
    max: '5000',
    feePercent: 9_000,
    feeFixed: '0.25',
    minutes: 5,
  },
  {
    ...euro,
    direction: 'payin',
    group: 'wallet',
    provider: 'wallet_one',
    max: '2500',
    feePercent: 12_000,
    feeFixed: '0.35',
    minutes: 5,
  },
  {
    ...euro,
    direction: 'payout',
    group: 'sepa',
    provider: 'bank',
    max: '50000',
    feeFixed: '1.00',
    minutes: 1440,
    fields: ['iban', 'beneficiary_account'],
  },
  { ...toCard, currency: 'EUR', min: '10', max: '5000', feePercent: 10_000, feeFixed: '0.50' },
  { ...toCard, currency: 'USD', min: '10', max: '5500', feePercent: 10_000, feeFixed: '0.60' },
  { ...toCard, currency: 'GBP', min: '10', max: '4400', feePercent: 10_000, feeFixed: '0.45' },
];

/** Crypto that can be paid in to an address of the order, and paid out: its network has an adapter. */
export const networkPayins: readonly [currency: string, min: string, max: string, minutes: number][] = [
  ['BTC', '0.0002', '2', 20],
  ['ETH', '0.004', '50', 4],
  ['USDT', '10', '100000', 4],
  ['USDC', '10', '100000', 4],
  ['DAI', '10', '100000', 4],
  ['LINK', '1', '8000', 4],
];

/** Currencies that a client can hold as a balance: least and most of one order. */
export const balanceCurrencies: readonly [currency: string, min: string, max: string][] = [
  ['EUR', '10', '50000'],
  ['USD', '10', '50000'],
  ['BTC', '0.0002', '2'],
  ['ETH', '0.004', '50'],
  ['USDT', '10', '100000'],
  ['USDC', '10', '100000'],
  ['USDV', '10', '100000'],
];

/** Pay-outs of one crypto currency: least and most, network fee; usual minutes; fields beside the address. */
export const networkPayouts: readonly [
  currency: string,
  min: string,
  max: string,
  feeFixed: string,
  minutes: number,
  fields: readonly string[],
][] = [
  ['BTC', '0.0002', '1', '0.00004', 10, []],
  ['ETH', '0.004', '25', '0.0012', 4, []],
  ['USDT', '10', '60000', '3.85', 4, []],
  ['USDTTRC20', '10', '60000', '1.2', 1, []],
  ['USDTBEP20', '10', '60000', '0.4', 1, []],
  ['USDC', '10', '60000', '3.85', 4, []],
  ['USDCTRC20', '10', '60000', '1.2', 1, []],
  ['USDCBEP20', '10', '60000', '0.4', 1, []],
  ['DAI', '10', '60000', '3.85', 4, []],
  ['LTC', '0.1', '700', '0.001', 5, []],
  ['BCH', '0.02', '130', '0.0001', 10, []],
  ['BNB', '0.01', '70', '0.0005', 1, []],
  ['TRX', '30', '200000', '1.1', 1, []],
  ['XRP', '5', '27000', '0.2', 1, ['dst_tag']],
  ['SOL', '0.08', '450', '0.001', 1, []],
  ['ADA', '25', '150000', '0.4', 3, []],
  ['DOT', '5', '30000', '0.1', 2, []],
  ['DOGE', '80', '450000', '2', 5, []],
  ['XLM', '45', '250000', '0.05', 1, ['memo_type', 'memo_value']],
  ['POL', '80', '450000', '0.1', 1, []],
  ['AVAX', '0.8', '4500', '0.01', 1, []],
  ['LINK', '1', '4700', '0.3', 4, []],
  ['XMR', '0.03', '150', '0.0002', 20, []],
  ['TON', '7', '40000', '0.05', 1, ['memo_value']],
  ['ATOM', '5', '26000', '0.02', 1, ['memo_value']],
];
