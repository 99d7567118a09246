import type { RequestOf } from '@causeway/contract/define-call';
import { toFlag } from '@causeway/contract/fields/fields';
import type { getConfig } from '@causeway/contract/calls/get-config';
import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import type { Preorder } from '@causeway/contract/shapes/preorder';
import type { ConfigAnswer, CurrencyGroup, DefaultConfig } from '@causeway/contract/shapes/site-config';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext, Reader } from '../../context.ts';
import { listClientBalances } from '../balance/list-client-balances.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { PriceList } from '../currencies/price-list.ts';
import { asPurchase } from '../partners/as-merchant.ts';
import { findPartner } from '../partners/find-partner.ts';
import { chooseDefault } from './choose-default.ts';
import { currencyConfig } from './currency-config.ts';
import { fillBalances } from './fill-balances.ts';
import { groupRules } from './group-rules.ts';
import { listOptions } from './list-options.ts';
import { answerCalculation } from './answer-calculation.ts';

export interface ConfigInput {
  language: Language;
  reader: Reader;
  /** What the page or call asks for; unknown wishes give way to the settings. */
  request: RequestOf<typeof getConfig>;
}

interface Pickers {
  payinSelect: CurrencyGroup[];
  payoutSelect: CurrencyGroup[];
}

const pickersOfList = new WeakMap<PriceList, Map<Language, Pickers>>();

/** What can be exchanged, what the page starts from, and its price: everything of the first screen (C-01). */
export async function buildConfig(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'rates' | 'texts'>,
  input: ConfigInput,
): Promise<ConfigAnswer> {
  const { language, reader, request } = input;
  const { widgetParams = {}, ...asked } = request;
  const partnerKey = asked.partnerKey ?? widgetParams.partner_key;
  const partner = partnerKey === undefined ? undefined : await findPartner(context, partnerKey);
  const wishes = asPurchase(partner, { ...asked, partnerKey: partner?.partnerKey });
  const list = await getPriceList(context);
  const start = chooseDefault(list, { ...wishes, payoutGroupOfPage: widgetParams.payout_group });
  const isFloatingRate = wishes.isFloatingRate ?? partner?.isFloatingRate ?? true;
  const preorder = { ...wishes, ...start, isPayoutCalc: start.payinAmount === '', isFloatingRate };
  const opened = await openPrice(context, { preorder, reader, language }, wishes);
  const pickers = await pickersOf(context, reader, findPickers(context, list, language));
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
  };
}

/** The price that a page opens with. An amount that nobody asked for is never less than its pair takes: a pay-out has a least of its own. */
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

/** The features that are on; an unknown one is off. */
function listFeatures(names: string): ConfigAnswer['features'] {
  return Object.fromEntries(
    names
      .split(',')
      .filter(Boolean)
      .map((name) => [name, 1] as const),
  );
}

/** What the reader holds belongs to one reader; everything else in the pickers is everybody's. */
async function pickersOf({ db }: Pick<AppContext, 'db'>, reader: Reader, pickers: Pickers): Promise<Pickers> {
  if (reader.kind === 'visitor') return pickers;
  const balances = await listClientBalances(db, reader.clientId);
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
