import { formatUnits } from '@causeway/domain/currencies/format-units';
import { createOrder } from '@causeway/contract/calls/create-order';
import { getCalculation } from '@causeway/contract/calls/get-calculation';
import { presetNames, presets, type PresetName } from '@causeway/contract/shapes/presets';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { isFull, round } from '@causeway/testing/test-length';
import { beforeAll, describe, expect, test } from 'vitest';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openPartnerPage } from './fixtures/open-partner-page.ts';

type Fields = Readonly<Record<string, string>>;
type RequestName = keyof typeof createOrder.request.shape;

const world = await openOrderWorld();
const { db } = world.context;
const shop = 'https://shop.example';
const ether = '0x52908400098527886E0F7030069857D2E4169EE7';
const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
let partners: SignedInClient;

const common = { allowedOrigins: [shop], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
const named = {
  partnerOrderId: 'A1',
  description: 'One lamp',
  coupon: 'WELCOME',
  productDetails: '{"items":[]}',
  httpReturnSuccess: `${shop}/thanks`,
  httpReturnFailed: `${shop}/sorry`,
};
/** Promised presets, each to an order that its page would make. */
const promises = {
  'an amount to an address': {
    fixed: {
      ...named,
      payinCurrency: 'EUR',
      payinGroup: 'card',
      payinAmount: '120',
      payoutCurrency: 'ETH',
      payoutGroup: 'ethereum',
      dstAddress: ether,
      dstTag: '',
      isMerchant: '0',
      payToPartner: '0',
      isDonation: '0',
    },
    asked: {},
  },
  'what comes out, to the partner': {
    fixed: { ...named, payoutCurrency: 'USD', payoutGroup: 'balance', payoutAmount: '60', payToPartner: '1' },
    asked: { payin_currency: 'EUR', payin_group: 'card', is_floating_rate: '0' },
  },
  'a purchase': {
    fixed: {
      ...named,
      isMerchant: '1',
      purchaseAmount: '49.90',
      purchaseCurrency: 'USD',
      clientEmail: 'payer@example.com',
    },
    asked: { payin_currency: 'EUR', payin_group: 'card' },
  },
} as const;

/** What a payer writes into each field instead; a field without a value here fails the test below. */
const changes: Readonly<Record<RequestName, readonly string[]>> = {
  payinCurrency: ['GBP'],
  payinGroup: ['sepa', 'balance'],
  payinAmount: ['31', '0'],
  payoutCurrency: ['EUR', 'BTC'],
  payoutGroup: ['sepa', 'balance'],
  payoutAmount: ['1', '0.01'],
  isPayoutCalc: ['1'],
  isFloatingRate: ['0', '1'],
  coupon: ['NOSUCH', ''],
  purchaseAmount: ['35'],
  purchaseCurrency: ['EUR'],
  partnerKey: ['pk_rival', 'pk_locked_0'],
  isMerchant: ['1', '0'],
  payToPartner: ['1', '0'],
  dstAddress: [other, ''],
  dstTag: ['7'],
  memoId: ['7'],
  memoType: ['text'],
  memoValue: ['7'],
  bankCode: ['X'],
  iban: ['DE89370400440532013000'],
  beneficiaryAccount: ['Elin'],
  recurringId: ['7'],
  token: ['7'],
  isRememberCard: ['1'],
  isRememberCardAgree: ['1'],
  aCountry: ['ES'],
  aState: ['X'],
  aCity: ['X'],
  aPostcode: ['1'],
  aAddr1: ['X'],
  aAddr2: ['X'],
  isAgreeName: ['0'],
  isAgreeRate: ['0'],
  isAgreeAddress: ['1'],
  isZerohashAgreement: ['1'],
  isElderlyAgreement: ['1'],
  widgetParams: [
    '{"is_merchant":"1","purchase_amount":"35","purchase_currency":"USD"}',
    `{"pay_to_partner":"1","dst_address":"${other}","payout_group":"balance"}`,
  ],
  partnerOrderId: ['A2'],
  description: ['Two lamps'],
  clientEmail: ['somebody@example.com'],
  isDonation: ['1'],
  partnerSession: [`cwsh_${'a'.repeat(43)}`],
  tfp: ['x'],
  quote: ['left out'],
  gRecaptchaResponse: ['spent'],
};
/** Several at once, as an attacker would who knows how a merchant's order is made. */
const together: readonly Fields[] = [
  { is_merchant: '1', purchase_amount: '35', purchase_currency: 'USD', client_email: 'rival@example.com' },
  {
    is_merchant: '1',
    purchase_amount: '35',
    purchase_currency: 'EUR',
    client_email: 'rival@example.com',
    pay_to_partner: '0',
  },
  { is_merchant: '1', client_email: 'rival@example.com', payin_group: 'balance' },
  { pay_to_partner: '1', payout_group: 'balance', payout_currency: 'EUR' },
  { payout_currency: 'EUR', payout_group: 'sepa', iban: 'DE89370400440532013000', beneficiary_account: 'Elin' },
  { payin_currency: 'GBP', payin_group: 'card', is_floating_rate: '0' },
  { payin_amount: '0', payout_amount: '0.02', is_payout_calc: '1', is_floating_rate: '0' },
];

beforeAll(async () => {
  partners = await world.signInClient();
  const merchant = { ...common, isMerchant: true, clientId: partners.clientId };
  await savePartner(world.context, { ...merchant, partnerKey: 'pk_shop', name: 'Shop' });
  await savePartner(world.context, { ...merchant, partnerKey: 'pk_rival', name: 'Rival' });
  for (const [index, { fixed }] of Object.values(promises).entries()) {
    const locks = presetNames.filter((name) => name in fixed);
    const defaults = presets.parse(fixed);
    await savePartner(world.context, {
      ...merchant,
      partnerKey: `pk_locked_${index}`,
      name: `Locked ${index}`,
      defaults,
      locks,
    });
  }
});

const toWire = (fields: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [toSnakeCase(name), value]));

/** Makes an order as a page with these presets would, with some fields changed. */
async function ask(fixed: Readonly<Record<string, string>>, asked: Fields, session: Fields, change: Fields) {
  const { clientEmail: payer } = fixed;
  const client = payer === undefined ? await world.signInClient() : undefined;
  const { quote: noQuote, 'g-recaptcha-response': _captcha, ...changed } = change;
  const preorder = { ...toWire(fixed), ...asked, ...session, ...changed };
  const priced = Object.fromEntries(
    Object.entries(preorder).filter(([name]) =>
      Object.keys(getCalculation.request.shape).map(toSnakeCase).includes(name),
    ),
  );
  const { calc } = await world.calculate({ is_floating_rate: '0', ...priced }, client?.access);
  const isFixed = calc.quote !== '' && noQuote === undefined && preorder['is_floating_rate'] !== '1';
  const isShown = isFixed && (preorder['is_floating_rate'] === '0' || preorder['is_merchant'] === '1');
  const captcha = await world.sandbox.captchaToken('order');
  const agreed = { is_agree_rate: '1', is_agree_name: '1', 'g-recaptcha-response': captcha };
  const left = new Set(['product_details', 'http_return_success', 'http_return_failed']);
  const sent = Object.entries({ ...agreed, ...preorder }).filter(([name]) => !left.has(name));
  const fields = { ...Object.fromEntries(sent), ...(isShown && { quote: calc.quote }) };
  return world.call('/onramp/o/new', fields, client?.access);
}

/** An order in the database, by the names of the presets. */
async function readOrder(niceId: string): Promise<Readonly<Record<PresetName, string>>> {
  const row = await db.selectFrom('orders').selectAll().where('niceId', '=', niceId).executeTakeFirstOrThrow();
  const amount = (units: bigint, code: string) =>
    formatUnits(units, code)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  const flag = (isOn: boolean) => (isOn ? '1' : '0');
  return {
    payinCurrency: row.payinCurrency,
    payinGroup: row.payinGroup,
    payinAmount: amount(row.payinAmount, row.payinCurrency),
    payoutCurrency: row.payoutCurrency,
    payoutGroup: row.payoutGroup,
    payoutAmount: amount(row.payoutAmount, row.payoutCurrency),
    purchaseAmount: row.isMerchant
      ? amount(row.payoutAmount, row.payoutCurrency).replace(/\.9$/, '.90')
      : row.purchaseAmount,
    purchaseCurrency: row.isMerchant ? row.payoutCurrency : row.purchaseCurrency,
    dstAddress: row.destinationAddress,
    dstTag: row.destinationTag,
    coupon: row.coupon,
    clientEmail: row.email,
    description: row.description,
    // Shown, and stored with the session only.
    productDetails: named.productDetails,
    partnerOrderId: row.partnerOrderId,
    isMerchant: flag(row.isMerchant),
    payToPartner: flag(row.payToPartner),
    isDonation: flag(row.isDonation),
    httpReturnSuccess: row.httpReturnSuccess,
    httpReturnFailed: row.httpReturnFailed,
  };
}

/** Of many attempts, those that made an order other than the promised one. */
async function findBroken(
  fixed: Readonly<Record<string, string>>,
  asked: Fields,
  open: () => Promise<Fields>,
): Promise<{ broken: string[]; made: number }> {
  const single = Object.entries(changes).flatMap(([name, values]) =>
    [...values, 'left out'].map((value): Fields => ({ [toSnakeCase(name)]: value })),
  );
  const broken: string[] = [];
  let made = 0;
  const attempt = async (change: Fields) => {
    const session = await open();
    const kept = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== 'left out'));
    const leftOut = new Set(Object.keys(change).filter((name) => change[name] === 'left out'));
    const without = (fields: Fields) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => !leftOut.has(name)));
    const toFix = Object.fromEntries(Object.entries(fixed).filter(([name]) => !leftOut.has(toSnakeCase(name))));
    const { body } = await ask(toFix, without(asked), without(session), kept);
    if (body.order === undefined || body.order === null) return;
    made += 1;
    // Without the key of the partner or of the session the order belongs to no page, and has no number of the partner.
    const seen = await readOrder(body.order.nice_id);
    const isOwn = !leftOut.has('partner_key') && !leftOut.has('partner_session') && change['partner_key'] === undefined;
    const wrong = presetNames.filter((name) => isOwn && name in fixed && seen[name] !== fixed[name]);
    if (wrong.length > 0)
      broken.push(`${JSON.stringify(change)}: ${wrong.map((name) => `${name} ${seen[name]}`).join()}`);
  };
  // The long form tries every change; the short one a third of them.
  const waiting = [...single.filter((_change, index) => isFull || (index + round) % 3 === 0), ...together];
  const work = async () => {
    for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) await attempt(change);
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return { broken, made };
}

describe('an order is what was promised: every preset and lock by every field of a request', () => {
  test('every field has something to be changed to, and every preset is promised', () => {
    expect(Object.keys(changes).toSorted()).toEqual(Object.keys(createOrder.request.shape).toSorted());
    const promised = Object.values(promises).flatMap(({ fixed }) => Object.keys(fixed));
    expect([...new Set(promised)].toSorted()).toEqual([...presetNames].toSorted());
  });

  test.each(Object.entries(promises))(
    '%s',
    async (_name, { fixed, asked }) => {
      const page = openPartnerPage(world, 'pk_shop');
      const { broken, made } = await findBroken(fixed, asked, () => page(toWire(fixed)));
      expect(broken).toEqual([]);
      expect(made).toBeGreaterThan(10);
    },
    280_000,
  );

  test.each(Object.values(promises).map(({ fixed, asked }, index) => ({ fixed, asked, index })))(
    'locks of a partner: $index',
    async ({ fixed, asked, index }) => {
      const page = () => Promise.resolve({ partner_key: `pk_locked_${index}` });
      const { broken, made } = await findBroken(fixed, asked, page);
      expect(broken).toEqual([]);
      expect(made).toBeGreaterThan(10);
    },
    280_000,
  );
});
