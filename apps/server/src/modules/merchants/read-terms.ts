import type { createOrder } from '@causeway/contract/calls/create-order';
import type { RequestOf } from '@causeway/contract/define-call';
import { type PresetName, type Presets, presetNames } from '@causeway/contract/shapes/presets';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { type PageSession, findSession, fixedPresets } from '../partner-sessions/partner-session.ts';
import { isNumberFixed } from '../partner-sessions/store.ts';
import { asPurchase } from '../partners/as-merchant.ts';
import { findPartner } from '../partners/find-partner.ts';
import type { Partner } from '../partners/partner.ts';
import { cleanMarkup } from '../locales/clean-markup.ts';
import { toSnakeCase } from '@causeway/contract/wire/names';

export type OrderRequest = RequestOf<typeof createOrder>;

/** What an order takes over from its partner. */
export interface OrderTerms {
  partner: Partner;
  session: PageSession | undefined;
  /** Presets that the session and the partner's locks fix. */
  fixed: Presets;
  isMerchant: boolean;
  payToPartner: boolean;
  isDonation: boolean;
  purchaseAmount: string;
  purchaseCurrency: string;
  httpReturnSuccess: string;
  httpReturnFailed: string;
}

/** A request with its partner's presets, and the terms of the partner. */
interface TermedRequest {
  request: OrderRequest;
  terms: OrderTerms | undefined;
}

/**
 * Applies a partner to a request: fixed presets are filled in, and a request with another value is refused. An order
 * without a partner stays unchanged, and nothing is looked up for it.
 *
 * @throws Refusal PARTNER_UNKNOWN, PARTNER_SESSION_OVER, PRESET_LOCKED, MERCHANT_OFF, PARTNER_ACCOUNT_MISSING
 */
export async function readTerms(
  context: Pick<AppContext, 'db' | 'clock'>,
  asked: OrderRequest,
): Promise<TermedRequest> {
  const { widgetParams = {} } = asked;
  const partnerKey = asked.partnerKey ?? widgetParams.partner_key;
  const handle = asked.partnerSession ?? widgetParams.partner_session;
  const plain = asked.description === undefined ? asked : { ...asked, description: cleanMarkup(asked.description) };
  if (partnerKey === undefined) {
    if (handle !== undefined || asked.isMerchant === true || asked.payToPartner === true)
      throw new Refusal({ code: 'PARTNER_UNKNOWN', field: 'partner_key' });
    return { request: plain, terms: undefined };
  }
  const partner = await findPartner(context, partnerKey);
  if (partner === undefined) throw new Refusal({ code: 'PARTNER_UNKNOWN', field: 'partner_key' });
  const session = handle === undefined ? undefined : await findSession(context, handle, partnerKey);
  const fixed = fixedPresets(partner, session?.presets);
  const request = holdToPresets(withWidgetParams({ ...plain, partnerKey }), fixed);
  await requireFreeNumber(context, request, fixed);
  const terms = termsOf(request, { partner, session, fixed });
  return { request: asOrder(request, terms), terms };
}

/** A caller with a number that a token has fixed cannot make an order of another price under it. */
async function requireFreeNumber(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { partnerKey = '', partnerOrderId = '' }: OrderRequest,
  fixed: Presets,
): Promise<void> {
  if (partnerOrderId === '' || fixed.partnerOrderId !== undefined) return;
  if (await isNumberFixed(db, { partnerKey, partnerOrderId, now: clock.now() }))
    throw new Refusal({ code: 'PRESET_LOCKED', field: 'partner_order_id' });
}

/** The few widget params that belong to an order count like fields of the request, which win over them. */
function withWidgetParams(request: OrderRequest): OrderRequest {
  const { widgetParams = {} } = request;
  const isOn = (value: unknown) =>
    value === undefined ? undefined : [true, 1, '1', 'true'].some((on) => on === value);
  return {
    ...request,
    purchaseAmount: request.purchaseAmount ?? widgetParams.purchase_amount,
    purchaseCurrency: request.purchaseCurrency ?? widgetParams.purchase_currency,
    isMerchant: request.isMerchant ?? isOn(widgetParams.is_merchant),
    payToPartner: request.payToPartner ?? isOn(widgetParams.pay_to_partner),
    isDonation: request.isDonation ?? isOn(widgetParams.is_donation),
  };
}

function termsOf(
  request: OrderRequest,
  { partner, session, fixed }: { partner: Partner; session: PageSession | undefined; fixed: Presets },
): OrderTerms {
  const isMerchant = request.isMerchant === true;
  if (isMerchant && !partner.isMerchant) throw new Refusal({ code: 'MERCHANT_OFF' });
  // An anonymous payer can pay only the merchant: its balance, or the address that its server has fixed.
  const payToPartner = request.payToPartner === true || (isMerchant && fixed.dstAddress === undefined);
  if (payToPartner && partner.clientId === null) throw new Refusal({ code: 'PARTNER_ACCOUNT_MISSING' });
  const { purchaseAmount = '', purchaseCurrency = '', isDonation = false } = request;
  return {
    partner,
    session,
    fixed,
    isMerchant,
    payToPartner,
    isDonation,
    purchaseAmount,
    purchaseCurrency,
    httpReturnSuccess: fixed.httpReturnSuccess ?? partner.defaults.httpReturnSuccess ?? '',
    httpReturnFailed: fixed.httpReturnFailed ?? partner.defaults.httpReturnFailed ?? '',
  };
}

/** Cards are kept for signed-in clients only, and a payout to the partner goes where the partner decides. */
function asOrder(request: OrderRequest, { partner, payToPartner, isMerchant }: OrderTerms): OrderRequest {
  return {
    ...request,
    ...asPurchase(partner, { ...request, payToPartner }),
    ...(payToPartner && { dstAddress: undefined, dstTag: undefined, iban: undefined }),
    ...(isMerchant && { token: undefined, isRememberCard: undefined }),
  };
}

const amounts: ReadonlySet<string> = new Set(['payinAmount', 'payoutAmount', 'purchaseAmount']);
const flags: ReadonlySet<string> = new Set(['isMerchant', 'payToPartner', 'isDonation']);
/** Presets that are shown and stored, but are not part of a request. */
const unasked: ReadonlySet<string> = new Set(['productDetails', 'httpReturnSuccess', 'httpReturnFailed']);

/**
 * A request with its fixed presets filled in.
 *
 * @throws Refusal PRESET_LOCKED for every field in which it says something else
 */
function holdToPresets(request: OrderRequest, fixed: Presets): OrderRequest {
  const names = presetNames.filter((name) => fixed[name] !== undefined && !unasked.has(name));
  const asked = new Map<string, unknown>(Object.entries(request));
  const changed = names.filter((name) => isOther(name, asked.get(name), fixed[name] ?? ''));
  const typedAside = changedSide(request, fixed);
  const wrong = [...changed, ...typedAside];
  if (wrong.length > 0) throw new Refusal(wrong.map((name) => ({ code: 'PRESET_LOCKED', field: toSnakeCase(name) })));
  const filled = Object.fromEntries(names.map((name) => [name, flags.has(name) ? fixed[name] === '1' : fixed[name]]));
  const side = fixed.payinAmount !== undefined ? false : fixed.payoutAmount === undefined ? undefined : true;
  return { ...request, ...filled, ...(side !== undefined && { isPayoutCalc: side }) };
}

function isOther(name: PresetName, asked: unknown, preset: string): boolean {
  if (asked === undefined || asked === '') return false;
  if (typeof asked === 'boolean') return asked !== (preset === '1');
  if (typeof asked !== 'string') return true;
  if (amounts.has(name)) return isAboveZero(asked) && plainAmount(asked) !== plainAmount(preset);
  return asked.trim() !== preset.trim();
}

/** With one amount fixed, the other side is not entered. */
function changedSide({ isPayoutCalc, payoutAmount }: OrderRequest, fixed: Presets): PresetName[] {
  const isPayoutTyped = isPayoutCalc === true || isAboveZero(payoutAmount ?? '');
  return fixed.payinAmount !== undefined && isPayoutTyped && fixed.payoutAmount === undefined ? ['payinAmount'] : [];
}

function isAboveZero(text: string): boolean {
  return /[1-9]/.test(text);
}

/** One spelling for one amount: `0250.00` and `250` are the same. */
function plainAmount(text: string): string {
  const [whole = '', decimals = ''] = text.split('.');
  const left = whole.replace(/^0+(?=\d)/, '');
  const right = decimals.replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}
