const option = (code: string, currency: string, fields: string[] = []) => ({
  code,
  currency,
  fields,
  isPaused: 0,
  localName: code,
});
const group = (name: string, ...groups: object[]) => ({ name, fullName: name, groups });

/** Records what is created, with its key, and fails as often as configured. */
export function fakeApi(
  { fail, failTimes = Infinity }: { fail?: Error; failTimes?: number },
  answer: object,
  created: object[],
  keys: string[],
) {
  return {
    async call(_endpoint: unknown, values: object, options: { headers: Readonly<Record<string, string>> }) {
      created.push(values);
      keys.push(new Headers(options.headers).get('Idempotency-Key') ?? '');
      if (fail && created.length <= failTimes) throw fail;
      return answer;
    },
  };
}

export function fakeConfig(features: object, widgetParams: object) {
  return {
    features,
    currencyConfig: {
      EUR: { balanceCurrency: 'EUR', isCrypto: 0 },
      BTC: { balanceCurrency: 'BTC', isCrypto: 1 },
    },
    swConfig: {
      payinSelect: [group('any', option('card', 'EUR'), option('bitcoin', 'BTC'), option('balance', 'BTC'))],
      payoutSelect: [group('any', option('bitcoin', 'BTC', ['dst_address']), option('balance', 'BTC'))],
      widgetParams,
      groupRules: [
        { currencies: ['BTC'], payinGroup: '', payoutGroup: 'balance', mode: 'deposit' },
        { currencies: ['BTC'], payinGroup: 'balance', payoutGroup: '', mode: 'withdrawal' },
      ],
    },
  };
}
