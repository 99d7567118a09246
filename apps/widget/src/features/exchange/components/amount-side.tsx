import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { CurrencyConfigEntry, PaymentOption } from '@causeway/contract/shapes/site-config';
import type { ReactNode } from 'react';
import { errorText } from '../../../lib/format/error-text.ts';
import { nameOf, precisionOf, shownDecimals } from '../../../lib/format/show-amount.ts';
import { CurrencySelector } from '../../../parts/currency/currency-selector.tsx';
import { useRuntime, useTexts } from '../../../platform/runtime.ts';
import { AmountField } from '../../../ui/fields/amount/amount-field.tsx';
import { cutDecimals } from '../../../ui/fields/amount/amount-input-rules.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import type { Side } from '../rules/preorder.ts';

export interface AmountSideProps {
  side: Side;
  value: string;
  isCalculated: boolean;
  /** The client typed this amount; the other one is cut to what a person reads. */
  isTyped: boolean;
  isLoading: boolean;
  currency: string;
  entry: CurrencyConfigEntry | undefined;
  option: PaymentOption | undefined;
  error: ErrorItem | undefined;
  /** An accepted amount: the fault and the one tap that corrects it. */
  fix?: { amount: string; fact: string; text: string } | undefined;
  aside?: ReactNode;
  onType: (side: Side, amount: string) => void;
  onOpen: (side: Side) => void;
}

/** One amount with its currency: its fault and one tap that corrects it. */
export function AmountSide(props: AmountSideProps) {
  const { side, value, isCalculated, isTyped, isLoading, currency, entry, option, error, fix, aside, onType, onOpen } =
    props;
  const t = useTexts();
  const { host } = useRuntime().boot;
  const name = nameOf(entry, currency);
  const via = option?.localName ?? '';
  return (
    <AmountField
      id={side}
      name={side}
      label={t(`tpl:exchange:${side}`)}
      value={value}
      shown={isTyped ? value : cutDecimals(value, shownDecimals)}
      precision={precisionOf(entry)}
      onChange={(amount) => onType(side, amount)}
      // With one amount fixed by the partner, the other follows from it.
      readOnly={host?.locked.some((field) => /^pay(?:in|out)Amount$/.test(field)) ?? false}
      calculated={isCalculated}
      loading={isLoading}
      aside={aside}
      error={
        error && (
          <>
            {fix?.fact ?? errorText(error, t)}{' '}
            {fix && (
              <LinkButton
                inline
                onClick={({ detail }) => {
                  onType(side, fix.amount);
                  // The button disappears with the fault. After a key press the focus moves to the field; after a tap
                  // it does not, as that would open the keyboard.
                  if (detail === 0) document.getElementById(side)?.focus();
                }}
              >
                {fix.text}
              </LinkButton>
            )}
          </>
        )
      }
    >
      <CurrencySelector
        currency={{ code: currency, isCrypto: entry?.isCrypto === 1, color: entry?.color, symbol: entry?.symbol }}
        name={name}
        via={via}
        label={t('tpl:exchange:change_currency', { name, via })}
        onOpen={() => onOpen(side)}
      />
    </AmountField>
  );
}
