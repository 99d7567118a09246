import { CurrencyPicker } from '../../../parts/currency-picker.tsx';
import type { PickerTexts } from '../../../parts/picker-texts.ts';
import { useTexts } from '../../../shell/runtime.ts';
import type { PickerSheetProps } from '../components/picker-sheet.tsx';
import type { Side } from '../rules/preorder.ts';
import type { Translate } from '../../../lib/i18n/texts.ts';
import { pickerCurrencies } from './picker-currencies.ts';

function pickerTexts(side: Side, t: Translate): PickerTexts {
  return {
    title: t(`tpl:exchange:picker_${side}`),
    groupTitle: (isCrypto, name) =>
      t(isCrypto ? 'tpl:exchange:picker_network' : `tpl:exchange:picker_method_${side}`, { name }),
    groupLead: (name) => t('tpl:exchange:picker_lead', { name }),
    groupLabel: (isCrypto) => t(isCrypto ? 'tpl:exchange:picker_networks' : 'tpl:exchange:picker_methods'),
    close: t('tpl:common:close'),
    back: t('tpl:common:back'),
    searchLabel: t('tpl:exchange:picker_search'),
    searchPlaceholder: t('tpl:exchange:picker_placeholder'),
    searchClear: t('tpl:exchange:picker_clear'),
    popular: t('tpl:exchange:picker_popular'),
    all: t('tpl:exchange:picker_all'),
    listLabel: t('tpl:exchange:picker_list'),
    matches: (count) => t('tpl:exchange:picker_matches', { count }),
    balance: t('tpl:exchange:picker_balance'),
    hint: t('tpl:exchange:picker_hint'),
    emptyTitle: (query) => t('tpl:exchange:picker_empty', { query }),
    emptyText: t('tpl:exchange:picker_empty_text'),
    confirm: (isCrypto, name) =>
      t(isCrypto ? 'tpl:exchange:picker_confirm' : `tpl:exchange:picker_confirm_${side}`, { name }),
  };
}

/** The picker of one side: a currency, then its network or method where there is more than one. */
export default function ExchangePicker({
  side,
  config,
  preorder,
  onClose,
  onChoose,
}: PickerSheetProps & { side: Side }) {
  const t = useTexts();
  const { payinSelect, payoutSelect } = config.swConfig;
  const select = side === 'payin' ? payinSelect : payoutSelect;
  const [currency, group] =
    side === 'payin' ? [preorder.payinCurrency, preorder.payinGroup] : [preorder.payoutCurrency, preorder.payoutGroup];
  const entry = select.find((candidate) => candidate.groups.some((option) => option.currency === currency));
  return (
    <CurrencyPicker
      open
      currencies={pickerCurrencies(select, config.currencyConfig, t)}
      value={entry && { code: entry.name, group }}
      texts={pickerTexts(side, t)}
      onChoose={(choice) => {
        onChoose(side, choice.group.code, choice.group.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
