import type { AnswerOf, RequestOf } from '@causeway/contract/define-call';
import type { getWithdrawalConfig } from '@causeway/contract/calls/get-withdrawal-config';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { toFlag } from '@causeway/contract/fields/fields';
import type { getConfig } from '@causeway/contract/calls/get-config';
import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import type { Preorder } from '@causeway/contract/shapes/preorder';
import type { ConfigAnswer, CurrencyGroup, DefaultConfig, SiteConfig } from '@causeway/contract/shapes/site-config';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext, Caller } from '../../../context.ts';
import { listClientBalances } from '../../balance/client-balances.ts';
import { getPriceList } from '../../currencies/get-price-list.ts';
import type { PaymentOption, PriceList } from '../../currencies/price-list.ts';
import { asPurchase } from '../../partners/as-merchant.ts';
import { findPartner } from '../../partners/find-partner.ts';
import { currencyConfig, listOptions } from './list-options.ts';
import { getLimitTable, readStanding } from '../../limits/store.ts';
import { leftThisMonth } from '../../limits/assess-limits.ts';
import { answerCalculation } from '../quote.ts';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { parseAmount } from '@causeway/domain/money/parse-amount';

interface ConfigInput {
  language: Language;
  caller: Caller;
  /** The request of the page or call; unknown values are replaced by the settings. */
  request: RequestOf<typeof getConfig>;
}

interface Pickers {
  payinSelect: CurrencyGroup[];
  payoutSelect: CurrencyGroup[];
}

const pickersOfList = new WeakMap<PriceList, Map<Language, Pickers>>();

/** What can be exchanged, the default preorder, and its price: everything of the first screen (C-01). */
export async function buildConfig(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'rates' | 'texts'>,
  input: ConfigInput,
): Promise<ConfigAnswer> {
  const { language, caller, request } = input;
  const { widgetParams = {}, ...asked } = request;
  const partnerKey = asked.partnerKey ?? widgetParams.partner_key;
  const partner = partnerKey === undefined ? undefined : await findPartner(context, partnerKey);
  // An unknown key stays in the request: the price refuses it, and the page's first price says so.
  const wanted = asPurchase(partner, { ...asked, partnerKey });
  const list = await getPriceList(context);
  const start = chooseDefault(list, { ...wanted, payoutGroupOfPage: widgetParams.payout_group });
  const isFloatingRate = wanted.isFloatingRate ?? partner?.isFloatingRate ?? true;
  const preorder = { ...wanted, ...start, isPayoutCalc: start.payinAmount === '', isFloatingRate };
  const opened = await openPrice(context, { preorder, caller, language }, wanted);
  const pickers = await pickersOf(context, caller, findPickers(context, list, language));
  const limitLeft = await limitLeftOf(context, caller);
  return {
    swConfig: {
      ...pickers,
      calc: opened.calc,
      default: { ...start, ...opened.amount },
      disabled: 0,
      errors: [],
      paytrust: null,
      groupRules: groupRules(list),
      partner: { name: partner?.name ?? '', isFloatingRate: toFlag(partner?.isFloatingRate ?? true) },
      widgetParams,
    },
    currencyConfig,
    features: listFeatures(context.config.FEATURES),
    ...(limitLeft && { limitLeft }),
  };
}

/** Asked for by a picker, and never by a price. */
async function limitLeftOf(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  caller: Caller,
): Promise<ConfigAnswer['limitLeft']> {
  if (caller.kind === 'visitor') return undefined;
  const standing = await readStanding(db, caller.clientId, clock.now());
  const left = standing && leftThisMonth(await getLimitTable({ db, clock }), standing);
  const write = ({ order, month }: { order: bigint; month: bigint }) => ({
    order: formatAmount(order, 2),
    month: formatAmount(month, 2),
  });
  return left && { eur: write(left.EUR), usd: write(left.USD) };
}

/**
 * The price that a page opens with. A default amount is never less than its pair's minimum: a payout has a minimum of
 * its own.
 */
async function openPrice(
  context: Parameters<typeof answerCalculation>[0],
  input: Parameters<typeof answerCalculation>[1],
  { payinAmount = '', payoutAmount = '' }: Pick<Preorder, 'payinAmount' | 'payoutAmount'>,
): Promise<{ calc: CalculationAnswer; amount: Partial<DefaultConfig> }> {
  const calc = await answerCalculation(context, input);
  const least = calc.calc.payinMinAmount;
  const isTooLittle = calc.errors.some(({ code }) => code === 'AMOUNT_MIN') && least !== '';
  if (!isTooLittle || /[1-9]/.test(payinAmount + payoutAmount)) return { calc, amount: {} };
  const amount = { payinAmount: least };
  return { calc: await answerCalculation(context, { ...input, preorder: { ...input.preorder, ...amount } }), amount };
}

/** What can be withdrawn from the caller's balance, and where to (C-42). */
export async function buildWithdrawalConfig(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'rates' | 'texts'>,
  caller: Caller,
  language: Language,
): Promise<AnswerOf<typeof getWithdrawalConfig>> {
  const list = await getPriceList(context);
  const { payinSelect, payoutSelect } = await pickersOf(context, caller, findPickers(context, list, language));
  const narrow = (groups: readonly CurrencyGroup[], isBalance: boolean) =>
    groups
      .map((entry) => ({ ...entry, groups: entry.groups.filter(({ code }) => (code === balance) === isBalance) }))
      .filter((entry) => entry.groups.length > 0);
  const [from, to] = [narrow(payinSelect, true), narrow(payoutSelect, false)];
  const held = from.flatMap(({ groups }) => groups);
  const payin = held.find(({ balanceAmount }) => isAboveZero(balanceAmount)) ?? held[0];
  const open = to.flatMap(({ groups }) => groups).filter(({ isPaused }) => isPaused === 0);
  const keptIn = (code: string) => findCurrency(code)?.balanceCurrency ?? code;
  const payout = open.find(({ currency }) => keptIn(currency) === payin?.currency) ?? open[0];
  return {
    payinSelect: from,
    payoutSelect: to,
    groupRules: groupRules(list),
    default: {
      payinCurrency: payin?.currency ?? '',
      payinGroup: payin?.code ?? '',
      payoutCurrency: payout?.currency ?? '',
      payoutGroup: payout?.code ?? '',
      payinAmount: '',
      payoutAmount: '',
    },
    errors: [],
  };
}

/** The features that are on; an unknown one is off. */
function listFeatures(names: string): ConfigAnswer['features'] {
  return Object.fromEntries(
    names
      .split(',')
      .filter(Boolean)
      .map((name) => [name, 1] as const),
  );
}

/** What the caller holds belongs to one caller; everything else in the pickers is the same for all. */
async function pickersOf({ db }: Pick<AppContext, 'db'>, caller: Caller, pickers: Pickers): Promise<Pickers> {
  if (caller.kind === 'visitor') return pickers;
  const balances = await listClientBalances(db, caller.clientId);
  return {
    payinSelect: fillBalances(pickers.payinSelect, balances),
    payoutSelect: fillBalances(pickers.payoutSelect, balances),
  };
}

function findPickers(context: Pick<AppContext, 'texts' | 'rates'>, list: PriceList, language: Language): Pickers {
  const byLanguage = pickersOfList.get(list) ?? new Map<Language, Pickers>();
  pickersOfList.set(list, byLanguage);
  const pickers = byLanguage.get(language) ?? {
    payinSelect: listOptions(context, language, list.payin),
    payoutSelect: listOptions(context, language, list.payout),
  };
  byLanguage.set(language, pickers);
  return pickers;
}

/** A picker with the caller's balances shown exactly at the options of the balance. */
function fillBalances(groups: readonly CurrencyGroup[], balances: ReadonlyMap<string, bigint>): CurrencyGroup[] {
  return groups.map((entry) => ({
    ...entry,
    groups: entry.groups.map((option) =>
      option.code === 'balance'
        ? { ...option, balanceAmount: formatUnits(balances.get(option.currency) ?? 0n, option.currency) }
        : option,
    ),
  }));
}

const balance = 'balance';

/**
 * Where an exchange is not an order: crypto that comes into the balance of its own currency is a deposit, a
 * balance that leaves in its own currency is a withdrawal.
 */
function groupRules(list: PriceList): SiteConfig['groupRules'] {
  const isHeld = (options: PriceList['payin'], code: string) =>
    options.get(code)?.some(({ group }) => group.code === balance) ?? false;
  const deposits = [...list.payout].filter(
    ([code, options]) => isHeld(list.payout, code) && options[0]?.currency.isCrypto === true,
  );
  const withdrawals = [...list.payin.keys()].filter((code) => isHeld(list.payin, code));
  return [
    { currencies: deposits.map(([code]) => code), payinGroup: '', payoutGroup: balance, mode: 'deposit' },
    { currencies: withdrawals, payinGroup: balance, payoutGroup: '', mode: 'withdrawal' },
  ];
}

/** The request of the page: a preorder in part, and the payout group of an embedding page. */
type ConfigRequest = Preorder & { payoutGroupOfPage?: string | undefined };

/** The preorder a page starts from: the values of its URL as far as they are on the list, else the settings. */
function chooseDefault(list: PriceList, request: ConfigRequest): DefaultConfig {
  const { settings } = list;
  const payoutGroup = request.payoutGroup ?? request.payoutGroupOfPage;
  const payinCurrency =
    request.payinCurrency ?? currencyOfGroup(list.payin, request.payinGroup, settings.defaultPayinCurrency);
  const payoutCurrency =
    request.payoutCurrency ?? currencyOfGroup(list.payout, payoutGroup, settings.defaultPayoutCurrency);
  const payin =
    findRequested(list.payin, payinCurrency, request.payinGroup) ??
    findRequested(list.payin, settings.defaultPayinCurrency, settings.defaultPayinGroup);
  const payout =
    findRequested(list.payout, payoutCurrency, payoutGroup) ??
    findRequested(list.payout, settings.defaultPayoutCurrency, settings.defaultPayoutGroup);
  return {
    payinCurrency: payin?.currency.code ?? settings.defaultPayinCurrency,
    payinGroup: payin?.group.code ?? settings.defaultPayinGroup,
    payoutCurrency: payout?.currency.code ?? settings.defaultPayoutCurrency,
    payoutGroup: payout?.group.code ?? settings.defaultPayoutGroup,
    ...chooseAmount(list, request, payin),
  };
}

/** The currency of a group that is named alone: the usual one where it has the group, else the first that has it. */
function currencyOfGroup(
  options: ReadonlyMap<string, readonly PaymentOption[]>,
  group: string | undefined,
  usual: string,
): string | undefined {
  const codes = [usual, ...options.keys()];
  return codes.find((code) => options.get(code)?.some((option) => option.group.code === group));
}

function findRequested(
  options: ReadonlyMap<string, readonly PaymentOption[]>,
  code: string | undefined,
  group: string | undefined,
): PaymentOption | undefined {
  const list = options.get(code ?? '') ?? [];
  return list.find((option) => option.group.code === group) ?? list.find(({ isPaused }) => !isPaused) ?? list[0];
}

/** Exactly one amount is set (4.5-05, 4.5-06). The usual amount is replaced by the minimum where it is too small. */
function chooseAmount(
  list: PriceList,
  request: ConfigRequest,
  payin: PaymentOption | undefined,
): Pick<DefaultConfig, 'payinAmount' | 'payoutAmount'> {
  const { payinAmount = '', payoutAmount = '' } = request;
  if (isAboveZero(payinAmount) && request.isPayoutCalc !== true) return { payinAmount, payoutAmount: '' };
  if (isAboveZero(payoutAmount)) return { payinAmount: '', payoutAmount };
  const usual = list.settings.defaultPayinAmount;
  if (payin === undefined) return { payinAmount: usual, payoutAmount: '' };
  const units = parseAmount(usual, payin.currency.precision);
  const isUsable = units !== undefined && units >= payin.minAmount && units <= payin.maxAmount;
  return { payinAmount: isUsable ? usual : formatAmount(payin.minAmount, payin.currency.precision), payoutAmount: '' };
}

function isAboveZero(text: string): boolean {
  return /[1-9]/.test(text);
}
