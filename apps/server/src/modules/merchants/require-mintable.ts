import type { Presets } from '@causeway/contract/shapes/presets';
import { parseAmount } from '@causeway/domain/money/parse-amount';
import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { findOwnAddress } from '../addresses/check-destination.ts';
import { findBenefits } from '../coupons/benefits.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { PaymentOption } from '../currencies/price-list.ts';
import { getLimitTable } from '../limits/store.ts';
import { assessMerchant } from '../limits/assess-limits.ts';
import { fixedPresets } from '../partner-sessions/partner-session.ts';
import { isOwnAddress } from '../partners/find-partner.ts';
import type { Partner } from '../partners/partner.ts';
import { type Pair, type TypedAmount, modeOf, pricePair } from '../pricing/price-pair.ts';
import { orderValue } from '../pricing/order-value.ts';
import { partnerSettings } from '../pricing/config/partner-settings.ts';
import { findOptions, sidesOf, readAddress, type FixedSide, type FoundOptions } from './find-sides.ts';

type MintContext = Pick<AppContext, 'db' | 'clock' | 'rates' | 'texts' | 'config'>;

/**
 * A token is made only for an order that could be made now: its presets are known, open, within limits, and contradict
 * neither each other nor the partner's locks.
 *
 * @throws Refusal with an item for each faulty field
 */
export async function requireMintable(context: MintContext, partner: Partner, presets: Presets): Promise<void> {
  const fixed = fixedPresets(partner, presets);
  const isMerchant = fixed.isMerchant === '1';
  const isToPartner = fixed.payToPartner === '1' || (isMerchant && fixed.dstAddress === undefined);
  refuse([
    ...judgePartner(partner, fixed, isToPartner),
    ...findContradictions(fixed, isToPartner),
    ...judgeReturns(partner, fixed),
  ]);
  const list = await getPriceList(context);
  const sides = sidesOf(fixed, isToPartner);
  const payins = findOptions(list, sides.payin, isMerchant);
  const payouts = findPayouts(context, findOptions(list, sides.payout, isMerchant), fixed);
  const { refusedCoupon } = await findBenefits(context, {
    caller: { kind: 'visitor' },
    language: 'en',
    coupon: fixed.coupon,
    payinEur: undefined,
    isFirstFree: false,
  });
  refuse([...errorOf(payins), ...errorOf(payouts), ...(refusedCoupon === undefined ? [] : [refusedCoupon])]);
  refuse(await judgeAddress(context, optionsOf(payouts), fixed.dstAddress));
  const judge = await pairJudge(context, partner, {
    isMerchant,
    isFixedRate: isMerchant && sides.payout.amount !== undefined,
  });
  refuse(findPair(sides, optionsOf(payins), optionsOf(payouts), judge));
}

function refuse(items: readonly RefusalItem[]): void {
  if (items.length > 0) throw new Refusal(items);
}

function judgePartner(partner: Partner, fixed: Presets, isToPartner: boolean): RefusalItem[] {
  const items: RefusalItem[] = [];
  if (fixed.isMerchant === '1' && !partner.isMerchant) items.push({ code: 'MERCHANT_OFF', field: 'is_merchant' });
  if (isToPartner && partner.clientId === null)
    items.push({ code: 'PARTNER_ACCOUNT_MISSING', field: 'pay_to_partner' });
  return items;
}

/** A return button leads to the partner's own pages only. */
function judgeReturns(partner: Partner, { httpReturnSuccess, httpReturnFailed }: Presets): RefusalItem[] {
  const fields = { http_return_success: httpReturnSuccess, http_return_failed: httpReturnFailed };
  return Object.entries(fields)
    .filter(([, address]) => address !== undefined && !isOwnAddress(partner, address))
    .map(([field]) => ({ code: 'FIELD_INVALID', field, values: { fault: 'origin' } }));
}

/** Presets that contradict each other. */
function findContradictions(fixed: Presets, isToPartner: boolean): RefusalItem[] {
  const { payinAmount, payoutAmount, purchaseAmount, purchaseCurrency, payoutCurrency } = fixed;
  const isSold = fixed.isMerchant === '1' && (purchaseCurrency ?? payoutCurrency) === undefined;
  const isPurchase = fixed.isMerchant === '1' && purchaseAmount !== undefined;
  const isEmpty = (amount: string | undefined) => amount !== undefined && !/[1-9]/.test(amount);
  const isSent = fixed.dstAddress !== undefined;
  const faults: [field: string, isFault: boolean, fault: string][] = [
    ['payin_amount', isEmpty(payinAmount), 'zero'],
    ['payout_amount', isEmpty(payoutAmount), 'zero'],
    ['purchase_amount', isEmpty(purchaseAmount), 'zero'],
    ['payout_amount', payinAmount !== undefined && payoutAmount !== undefined, 'one_amount'],
    ['payin_amount', isPurchase && payinAmount !== undefined, 'purchase'],
    ['payout_amount', isPurchase && payoutAmount !== undefined, 'purchase'],
    [
      'payout_currency',
      isPurchase && (payoutCurrency ?? purchaseCurrency) !== (purchaseCurrency ?? payoutCurrency),
      'purchase_currency',
    ],
    // Its payer would choose the cheapest.
    ['purchase_currency', isSold && purchaseAmount !== undefined, 'missing'],
    ['payout_currency', isSold && payoutAmount !== undefined, 'missing'],
    ['dst_address', isToPartner && isSent, 'to_partner'],
    ['dst_tag', (fixed.dstTag ?? '') !== '' && !isSent, 'tag'],
    ['payout_group', isToPartner && (fixed.payoutGroup ?? 'balance') !== 'balance', 'to_partner'],
    ['pay_to_partner', isToPartner && fixed.payToPartner === '0', 'unpaid'],
  ];
  return faults
    .filter(([, isFault]) => isFault)
    .map(([field, , fault]) => ({ code: 'FIELD_INVALID', field, values: { fault } }));
}

function findPayouts({ config }: MintContext, found: FoundOptions, { dstAddress, dstTag = '' }: Presets): FoundOptions {
  if ('error' in found || dstAddress === undefined) return found;
  const taking = readAddress(found.options, dstAddress, config.BITCOIN_NETWORK);
  if ('error' in taking || dstTag.trim() === '') return taking;
  const isTag = /^\d{1,10}$/.test(dstTag.trim()) && BigInt(dstTag) <= 0xff_ff_ff_ffn;
  const tagged = taking.options.filter(({ group }) => isTag && group.code === 'ripple');
  return tagged.length > 0 ? { options: tagged } : { error: { code: 'TAG_INVALID', field: 'dst_tag' } };
}

/** The operator's own addresses are refused as destinations. */
async function judgeAddress(
  context: MintContext,
  options: readonly PaymentOption[],
  address: string | undefined,
): Promise<RefusalItem[]> {
  const [option] = options;
  if (address === undefined || option === undefined) return [];
  const taken = readAddress([option], address, context.config.BITCOIN_NETWORK);
  if ('error' in taken) return [taken.error];
  const reason = await findOwnAddress(context, option.group.code, address.trim());
  return reason === undefined ? [] : [{ code: 'ADDRESS_INVALID', field: 'dst_address', values: { reason } }];
}

type PairJudge = (pair: Pair, typed: TypedAmount | undefined) => RefusalItem[];

async function pairJudge(
  context: MintContext,
  partner: Partner,
  { isMerchant, isFixedRate }: { isMerchant: boolean; isFixedRate: boolean },
): Promise<PairJudge> {
  const settings = partnerSettings((await getPriceList(context)).settings, partner);
  const limits = await getLimitTable(context);
  const usedThisMonth = { EUR: 0n, USD: 0n };
  return (pair, typed) => {
    if (modeOf(pair) !== 'exchange') return [{ code: 'CANT_EXCHANGE', field: 'payin_currency' }];
    const priced = pricePair(context.rates, settings, { pair, typed, isFloatingRate: !isFixedRate });
    // A market without a price for a moment is no fault of the token.
    const errors = priced.errors.filter(({ code }) => code !== 'RATE_UNAVAILABLE');
    if (errors.length > 0 || !isMerchant || priced.record === undefined) return errors;
    return assessMerchant(limits, { usedThisMonth }, orderValue(priced.record)).errors;
  };
}

/** Faults of every pair that the sides allow; none as soon as one pair could be ordered. */
function findPair(
  sides: Readonly<Record<'payin' | 'payout', FixedSide>>,
  payins: readonly PaymentOption[],
  payouts: readonly PaymentOption[],
  judge: PairJudge,
): RefusalItem[] {
  const side = sides.payout.amount === undefined ? sides.payin : sides.payout;
  let first: RefusalItem[] | undefined;
  for (const payin of payins) {
    for (const payout of payouts) {
      const pair = { payin, payout };
      const precision = pair[side.direction].currency.precision;
      const amount = side.amount && parseAmount(side.amount.text, precision);
      const errors = judge(pair, amount === undefined ? undefined : { side: side.direction, amount });
      if (errors.length === 0) return [];
      first ??= errors;
    }
  }
  return (first ?? [{ code: 'CANT_EXCHANGE' }]).map((item) => ({
    ...item,
    field: side.amount?.field ?? item.field ?? '',
  }));
}

function errorOf(found: FoundOptions): RefusalItem[] {
  return 'error' in found ? [found.error] : [];
}

function optionsOf(found: FoundOptions): readonly PaymentOption[] {
  return 'options' in found ? found.options : [];
}
