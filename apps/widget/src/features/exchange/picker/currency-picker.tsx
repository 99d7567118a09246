import { currencyPlural } from '../../../lib/format/currency-names.ts';
import { CurrencyPicker } from '../../../parts/currency/currency-picker.tsx';
import type { PickerTexts } from '../../../parts/currency/picker-texts.ts';
import { showAmount } from '../../../lib/format/show-amount.ts';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import type { Preorder, Side } from '../rules/preorder.ts';
import type { Translate } from '../../../lib/i18n/texts.ts';
import { pickerCurrencies } from './picker-currencies.ts';
import type { GroupCalloutProps } from '../../../parts/page/group-step.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import text from '../../../ui/layout/text.module.css';

export interface PickerSheetProps {
  /** The side whose currency is chosen; nothing is open without one. */
  side: Side | undefined;
  /** What is asked; left out, what the side asks. */
  title?: string;
  config: ConfigAnswer;
  preorder: Preorder;
  onClose: () => void;
  onChoose: (side: Side, currency: string, group: string) => void;
}

function pickerTexts(side: Side, t: Translate, language: string): PickerTexts {
  return {
    title: t(`tpl:picker:${side}`),
    groupTitle: ({ isCrypto, code }) =>
      isCrypto
        ? t('tpl:picker:network')
        : t(`tpl:picker:method_${side}`, { code, plural: currencyPlural(code, language) }),
    groupLead: (name) => t('tpl:picker:lead', { name }),
    groupLabel: (isCrypto) => t(isCrypto ? 'tpl:picker:networks' : 'tpl:picker:methods'),
    close: t('tpl:common:close'),
    back: t('tpl:common:back'),
    searchLabel: t('tpl:picker:search'),
    searchPlaceholder: t('tpl:picker:placeholder'),
    searchClear: t('tpl:picker:clear'),
    popular: t('tpl:picker:popular'),
    all: t('tpl:picker:all'),
    listLabel: t('tpl:picker:list'),
    matches: (count) => t('tpl:picker:matches', { count }),
    more: (count) => t('tpl:picker:more', { count }),
    balance: t('tpl:picker:balance'),
    hintTitle: t('tpl:picker:hint_title'),
    hintText: t('tpl:picker:hint_text'),
    emptyTitle: (query) => t('tpl:picker:empty', { query }),
    emptyText: t('tpl:picker:empty_text'),
    confirm: ({ isCrypto }, { id, title }) =>
      t(isCrypto ? 'tpl:picker:confirm' : `tpl:picker:confirm_${side}`, { name: title, group: id }),
  };
}

/** The picker of one side: a currency, then its network or method where there is more than one. */
export default function ExchangePicker({
  side,
  title,
  config,
  preorder,
  onClose,
  onChoose,
}: PickerSheetProps & { side: Side }) {
  const t = useTexts();
  const { texts } = useRuntime();
  const { payinSelect, payoutSelect } = config.swConfig;
  const select = side === 'payin' ? payinSelect : payoutSelect;
  const [currency, group] =
    side === 'payin' ? [preorder.payinCurrency, preorder.payinGroup] : [preorder.payoutCurrency, preorder.payoutGroup];
  const other = side === 'payin' ? preorder.payoutCurrency : preorder.payinCurrency;
  const currencies = pickerCurrencies(select, config.currencyConfig, isCrypto(config, other), t, texts.language());
  const entry = select.find((candidate) => candidate.groups.some((option) => option.currency === currency));
  return (
    <CurrencyPicker
      open
      currencies={currencies.map((listed) => ({
        ...listed,
        groups: listed.groups.map((option) => ({
          ...option,
          left: side === 'payin' ? limitText(config, option.code, t) : undefined,
        })),
      }))}
      value={entry && { code: entry.name, group }}
      texts={{ ...pickerTexts(side, t, texts.language()), ...(title !== undefined && { title }) }}
      groupCallout={GroupCallout}
      onChoose={(choice) => {
        onChoose(side, choice.group.code, choice.group.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function isCrypto({ currencyConfig }: PickerSheetProps['config'], currency: string): boolean {
  return currencyConfig[currency]?.isCrypto === 1;
}

/** What the client's level still takes; dollars have a limit of their own. */
function limitText({ limitLeft, currencyConfig }: PickerSheetProps['config'], payin: string, t: Translate) {
  if (!limitLeft) return undefined;
  const [{ order, month }, code] = payin === 'USD' ? [limitLeft.usd, 'USD'] : [limitLeft.eur, 'EUR'];
  const show = (amount: string) => showAmount(amount, code, currencyConfig, t);
  return order === month
    ? t('tpl:picker:limit_left', { amount: show(month) })
    : t('tpl:picker:limit_order', { order: show(order), amount: show(month) });
}

/** What to know before a choice: the limits of a payment method, the danger of a wrong network. */
export function GroupCallout({ currency, group }: GroupCalloutProps) {
  const t = useTexts();
  if (currency.isCrypto)
    return (
      <Callout type="warning" title={t('tpl:picker:match_title')} live={false}>
        {t('tpl:picker:match_text')}
      </Callout>
    );
  const range = group.limits && t('tpl:picker:limits', { range: group.limits, group: group.id });
  const facts = [range, group.left].filter(Boolean).join(' ');
  return facts && <p className={`${text.s} ${text.muted}`}>{facts}</p>;
}
