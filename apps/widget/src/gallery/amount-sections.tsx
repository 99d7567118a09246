import { useState } from 'react';
import { CurrencySelector } from '../parts/currency/currency-selector.tsx';
import { AmountField } from '../ui/fields/amount/amount-field.tsx';
import type { AmountFieldProps } from '../ui/fields/amount/amount-field.tsx';
import { Icon } from '../ui/icon.tsx';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { btc, eur, noop } from './samples.ts';
import { Section } from './section.tsx';
import { State } from './state.tsx';

const selectors = {
  eur: <CurrencySelector currency={eur} name="EUR" via="Card" label="EUR, Card. Change" onOpen={noop} />,
  btc: <CurrencySelector currency={btc} name="BTC" via="Bitcoin" label="BTC, Bitcoin. Change" onOpen={noop} />,
};

type SampleProps = Omit<AmountFieldProps, 'value' | 'onChange' | 'children' | 'label'> & {
  start: string;
  side?: 'eur' | 'btc';
};

function Sample({ start, side = 'eur', ...rest }: SampleProps) {
  const [value, setValue] = useState(start);
  const label = side === 'eur' ? 'You pay' : 'You get';
  return (
    <AmountField label={label} precision={side === 'eur' ? 2 : 8} value={value} onChange={setValue} {...rest}>
      {selectors[side]}
    </AmountField>
  );
}

export function AmountSection() {
  const time = (
    <>
      <Icon name="clock" size="s" />
      about 10 min
    </>
  );
  return (
    <Section
      title="Amount field"
      about="A tap anywhere focuses the number. The number shrinks 32 → 20 px before it would clip."
    >
      <State name="Rest, with the balance shortcut">
        <Sample start="250" aside={<LinkButton>Use 1 284.50</LinkButton>} />
      </State>
      <State name="Get side, calculated, with the expected time">
        <Sample start="0.00412560" side="btc" calculated aside={time} />
      </State>
      <State name="Loading, after 600 ms debounce">
        <Sample start="" side="btc" calculated loading />
      </State>
      <State name="Error with a fix">
        <Sample
          start="15"
          error={
            <>
              Card payments start at 30 EUR. <LinkButton inline>Use 30 EUR</LinkButton>
            </>
          }
        />
      </State>
      <State name="Long number">
        <Sample start="1234567890123.12" />
      </State>
      <State name="Empty">
        <Sample start="" />
      </State>
      <State name="Disabled">
        <Sample start="" disabled />
      </State>
    </Section>
  );
}
