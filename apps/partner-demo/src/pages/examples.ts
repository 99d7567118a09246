/** What the buttons of the demo send into the widget: one of each message that a partner's page may send. */
export const EXAMPLES = {
  'open-exchange': { payinCurrency: 'EUR', payinAmount: '100' },
  login: {},
  register: {},
  'open-verification': {},
  'open-deposit': { depositCurrency: 'EUR' },
  'open-withdrawal': { payinCurrency: 'EUR', payinAmount: '50' },
  'open-order-status': { orderId: 'CW00000000000000' },
  'update-options': { lang: 'uk' },
  reset: {},
  logout: {},
} as const;

export type ExampleName = keyof typeof EXAMPLES;

export const EXAMPLE_NAMES = Object.keys(EXAMPLES).filter(isExample);

export function isExample(name: string | undefined): name is ExampleName {
  return name !== undefined && Object.hasOwn(EXAMPLES, name);
}
