import { describe, expect, test } from 'vitest';
import { type ShownPayment, shapePayment } from './card-payin.ts';

const page = { url: 'http://localhost/tokenize', publicKey: 'pk_1', merchantId: 'm_1' };
const paid: ShownPayment = {
  niceId: 'CW0000000000000000',
  provider: 'card_one',
  flow: 'page',
  pageUrl: 'http://localhost/pay/1',
  sessionToken: '',
  clientUniqueId: '',
  isDeclined: false,
  chosenCard: undefined,
  page,
  wallets: [],
};
const session = { flow: 'form', sessionToken: 'ses_1', clientUniqueId: 'cli_1' } as const;

describe('3-36 to 3-40 the shape of a payment', () => {
  test.each([
    ['purchaseUrl on the page of the acquirer', {}, ['paymentUrl', 'provider', 'purchaseUrl']],
    ['purchaseUrl at an acquirer without cards', { page: undefined }, ['paymentUrl', 'provider', 'purchaseUrl']],
    ['paymentUrl with publicKey for the frame', { flow: 'form' }, ['paymentUrl', 'provider', 'publicKey', 'scriptUrl']],
    [
      'sessionToken with clientUniqueId for the script',
      session,
      ['clientUniqueId', 'paymentUrl', 'provider', 'scriptUrl', 'sessionToken'],
    ],
    ['paymentUrl alone for a saved card', { chosenCard: 'listed' }, ['paymentUrl', 'provider']],
    [
      'paymentUrl alone for a saved card, whatever the flow',
      { ...session, chosenCard: 'listed' },
      ['paymentUrl', 'provider'],
    ],
    ['publicKey alone for a card typed before', { chosenCard: 'typed' }, ['provider', 'publicKey']],
    [
      'another card after a declined saved one',
      { flow: 'form', chosenCard: 'listed', isDeclined: true },
      ['paymentUrl', 'provider', 'publicKey', 'scriptUrl'],
    ],
    [
      'another card after a declined typed one',
      { chosenCard: 'typed', isDeclined: true },
      ['paymentUrl', 'provider', 'purchaseUrl'],
    ],
    ['nothing before the acquirer has answered', { pageUrl: '' }, []],
  ] as const)('%s', (_name, change, fields) => {
    expect(Object.keys(shapePayment({ ...paid, ...change })).toSorted()).toEqual(fields);
  });

  test.each([
    ['the page', {}, true],
    ['the frame', { flow: 'form' }, true],
    ['the script', session, true],
    ['a saved card that was chosen', { chosenCard: 'listed' }, false],
    ['a card typed before', { chosenCard: 'typed' }, false],
    ['a provider that takes no cards', { wallets: [] }, false],
  ] as const)('C-94 wallets may pay instead of %s', (_name, change, are) =>
    expect('wallets' in shapePayment({ ...paid, wallets: ['google_pay'], ...change })).toBe(are),
  );

  test('C-31 is where the order is', () => {
    expect(shapePayment(paid).paymentUrl).toBe('/onramp/o/CW0000000000000000/pay');
  });
});
