import { presetNames, type PresetName, type Presets } from '@causeway/contract/shapes/presets';
import { toSnakeCase } from '@causeway/contract/wire/names';
import type { RefusalItem } from '../../errors.ts';
import type { BitcoinNetworkName } from '../../providers/bitcoin/networks.ts';
import { checkAddress, knowsNetwork } from '../addresses/check-address.ts';
import { normalCode } from '../coupons/coupon.ts';
import { isAmount, type FinishedOrder } from './finished-order.ts';

/** Whether an order agrees with one preset. */
type PresetRule = (order: FinishedOrder, preset: string, network: BitcoinNetworkName) => boolean;

const isOn = (preset: string) => preset === '1';

/**
 * Every preset and the part of the order that it binds; locked defaults are presets too. A new preset needs its row.
 */
const presetRules: Readonly<Record<PresetName, PresetRule | 'shown only'>> = {
  payinCurrency: ({ record }, preset) => record.payinCurrency === preset,
  payinGroup: ({ record }, preset) => record.payinGroup === preset,
  payinAmount: ({ record }, preset) => isAmount(preset, record.payinCurrency, record.payinAmount),
  payoutCurrency: ({ record }, preset) => record.payoutCurrency === preset,
  payoutGroup: ({ record }, preset) => record.payoutGroup === preset,
  payoutAmount: ({ record }, preset) => isAmount(preset, record.payoutCurrency, record.payoutAmount),
  // At a merchant it is the amount of the payout; elsewhere it is only shown.
  purchaseAmount: ({ purchaseAmount, isMerchant, record }, preset) =>
    isMerchant ? isAmount(preset, record.payoutCurrency, record.payoutAmount) : purchaseAmount === preset,
  purchaseCurrency: ({ purchaseCurrency, isMerchant, record }, preset) =>
    (isMerchant ? record.payoutCurrency : purchaseCurrency) === preset,
  dstAddress: ({ destination, record, payToPartner }, preset, network) =>
    !payToPartner && destination.address !== '' && isAddress(record.payoutGroup, preset, destination.address, network),
  dstTag: ({ destination }, preset) => isTag(preset, destination.tag),
  coupon: ({ coupon }, preset) => normalCode(coupon) === normalCode(preset),
  clientEmail: ({ email }, preset) => email === preset,
  description: ({ description }, preset) => description === preset,
  productDetails: 'shown only',
  partnerOrderId: ({ partnerOrderId }, preset) => partnerOrderId === preset,
  isMerchant: ({ isMerchant }, preset) => isMerchant === isOn(preset),
  payToPartner: ({ payToPartner }, preset) => payToPartner === isOn(preset),
  isDonation: ({ isDonation }, preset) => isDonation === isOn(preset),
  httpReturnSuccess: ({ httpReturnSuccess }, preset) => httpReturnSuccess === preset,
  httpReturnFailed: ({ httpReturnFailed }, preset) => httpReturnFailed === preset,
};

/** PRESET_LOCKED for every difference between the order and a session token or locked default. */
export function comparePresets(order: FinishedOrder, fixed: Presets, network: BitcoinNetworkName): RefusalItem[] {
  return presetNames.flatMap((name) => {
    const [rule, preset] = [presetRules[name], fixed[name]];
    if (preset === undefined || rule === 'shown only' || rule(order, preset, network)) return [];
    return [{ code: 'PRESET_LOCKED', field: toSnakeCase(name) }];
  });
}

/** Whether an entered address is the one of an order, in any spelling that its network allows. */
export function isAddress(group: string, text: string, address: string, network: BitcoinNetworkName): boolean {
  if (!knowsNetwork(group)) return false;
  const checked = checkAddress(group, text.trim(), network);
  return checked.isValid && checked.address === address;
}

function isTag(preset: string, tag: string): boolean {
  const text = preset.trim();
  return text === tag || (/^\d{1,10}$/.test(text) && tag !== '' && BigInt(text).toString() === tag);
}
