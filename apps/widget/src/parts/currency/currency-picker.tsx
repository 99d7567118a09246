import { useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { Popup } from '../../ui/layout/popup.tsx';
import { CurrencyList } from './currency-list.tsx';
import { GroupStep, type GroupCalloutProps } from '../page/group-step.tsx';
import type { PickerChoice, PickerCurrency } from './picker-data.ts';
import type { PickerTexts } from './picker-texts.ts';
import { isChoosable, type CurrencyMatch } from './search-currencies.ts';

export interface CurrencyPickerProps {
  open: boolean;
  currencies: readonly PickerCurrency[];
  /** What is chosen now. */
  value?: { code: string; group: string } | undefined;
  texts: PickerTexts;
  /** Shown on the second step, such as limits of a method or a warning about networks. */
  groupCallout?: ComponentType<GroupCalloutProps>;
  onChoose: (choice: PickerChoice) => void;
  onClose: () => void;
}

/** Search, popular tiles and all rows; then the network or the payment method where there is more than one. */
export function CurrencyPicker({
  open,
  currencies,
  value,
  texts,
  groupCallout,
  onChoose,
  onClose,
}: CurrencyPickerProps) {
  const search = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [picked, setPicked] = useState<PickerCurrency>();

  function reset(): void {
    setQuery('');
    setPicked(undefined);
  }
  function choose(choice: PickerChoice): void {
    reset();
    onChoose(choice);
  }
  function backToList(): void {
    flushSync(() => setPicked(undefined));
    search.current?.focus();
  }
  function onMatch({ currency, group }: CurrencyMatch): void {
    const only = group ?? (currency.groups.length === 1 ? currency.groups[0] : undefined);
    if (!isChoosable(currency) || only?.isPaused) return;
    if (only) choose({ currency, group: only });
    else setPicked(currency);
  }
  return (
    <Popup
      open={open}
      onClose={() => {
        reset();
        onClose();
      }}
      title={picked ? texts.groupTitle(picked) : texts.title}
      closeLabel={texts.close}
      back={picked && { label: texts.back, onBack: backToList }}
      size={picked ? 'content' : 'full'}
      focus={search}
    >
      {picked ? (
        <GroupStep
          currency={picked}
          chosen={picked.code === value?.code ? value.group : undefined}
          texts={texts}
          callout={groupCallout}
          onConfirm={(group) => choose({ currency: picked, group })}
        />
      ) : (
        <CurrencyList
          currencies={currencies}
          chosen={value?.code}
          texts={texts}
          search={search}
          query={query}
          onQuery={setQuery}
          onChoose={onMatch}
        />
      )}
    </Popup>
  );
}
