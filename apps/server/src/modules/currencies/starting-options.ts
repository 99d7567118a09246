/** Card payments of one fiat currency: least and most pay-in, fixed fee; decimal text, about 30, 5000 and 0.25 EUR. */
export const cardPayins: readonly [currency: string, min: string, max: string, feeFixed: string][] = [
  ['EUR', '30', '5000', '0.25'],
  ['USD', '30', '5500', '0.30'],
  ['GBP', '25', '4400', '0.22'],
  ['CHF', '30', '4700', '0.25'],
  ['PLN', '130', '21000', '1.10'],
  ['CZK', '750', '120000', '6.00'],
  ['SEK', '330', '55000', '2.80'],
  ['NOK', '350', '58000', '3.00'],
  ['DKK', '220', '37000', '1.90'],
  ['UAH', '1500', '240000', '12.50'],
  ['TRY', '1500', '240000', '12.50'],
  ['HUF', '11500', '1900000', '96.00'],
  ['RON', '150', '25000', '1.30'],
  ['BGN', '60', '9700', '0.50'],
  ['JPY', '5500', '900000', '46'],
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

/** Methods of fiat payment with the locale key of their name. */
export const fiatGroups: readonly [code: string, nameKey: string, name: string][] = [
  ['card', 'tpl:group:card', 'Card'],
  ['sepa', 'tpl:group:sepa', 'SEPA transfer'],
  ['sofort', 'tpl:group:sofort', 'Sofort'],
  ['wallet', 'tpl:group:wallet', 'Wallet'],
  ['balance', 'tpl:group:balance', 'Balance'],
];
