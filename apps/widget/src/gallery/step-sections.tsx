import { useState } from 'react';
import { ProductList } from '../parts/order/product-list.tsx';
import { RichText } from '../parts/page/rich-text.tsx';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { MiniButton } from '../ui/buttons/mini-button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { OptionList } from '../ui/layout/option-list.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { noop } from './samples.ts';
import { Section } from './section.tsx';
import { State } from './state.tsx';

const countries = [
  { value: 'DE', text: 'Germany' },
  { value: 'ES', text: 'Spain' },
  { value: 'UA', text: 'Ukraine' },
];

/** What the address step has beside text inputs. */
export function AddressSection() {
  const [country, setCountry] = useState('DE');
  const [card, setCard] = useState('one');
  return (
    <Section
      title="Address step"
      about="One of many; saved cards with a way to forget them; a look-alike of a known address."
    >
      <State name="Select">
        <SelectField label="Country" value={country} options={countries} onChange={setCountry} />
      </State>
      <State name="Select with an error">
        <SelectField
          label="Kind of memo"
          value="DE"
          options={countries}
          onChange={noop}
          error="Fill this in to go on."
        />
      </State>
      <State name="Saved cards">
        <OptionList
          label="Pay with"
          name="gallery-card"
          value={card}
          onChange={setCard}
          options={[
            {
              value: 'one',
              icon: 'credit-card',
              title: '4242 42·· ···· 4242',
              text: 'Visa · valid until 04/29',
              action: <MiniButton icon="trash-2" label="Delete the card ending in 4242" />,
            },
            {
              value: 'two',
              icon: 'credit-card',
              title: '5555 55·· ···· 4444',
              text: 'Mastercard · can’t be used for this',
              disabled: true,
              action: <MiniButton icon="trash-2" label="Delete the card ending in 4444" />,
            },
            { value: '', icon: 'plus', title: 'Another card', text: 'You enter it on the next step' },
          ]}
        />
      </State>
      <State name="Look-alike">
        <Callout type="warning" title="This looks like an address you used before, but it is another one" live={false}>
          Compare every character with your wallet before you go on.
        </Callout>
        <Checkbox checked={false} onChange={noop} error="Agree to this to go on.">
          I compared the whole address and it is the right one
        </Checkbox>
      </State>
    </Section>
  );
}

/** A shop's products, with its texts and its own colours. */
export function ProductSection() {
  const items = [
    { key: '1', name: 'Field notebook, A5', img: '', count: '2 × 18 EUR', price: '36 EUR' },
    { key: '2', name: 'Brass fountain pen', img: '', count: '1 × 64 EUR', price: '64 EUR' },
  ];
  return (
    <Section
      title="Product details"
      about="Words are cleaned, pictures come over https, colours and sizes from a short list."
    >
      <State name="Plain">
        <ProductList
          label="Your purchase"
          header="Fenwick Paper"
          footer="Ships within 2 days"
          items={items}
          style={{}}
        />
      </State>
      <State name="With the shop’s style">
        <ProductList
          label="Your purchase, styled"
          header={<RichText>{'Order <b>20417</b>'}</RichText>}
          footer=""
          items={items}
          style={{ '--product-borderradius': '0px', '--product-imagesize': '32px' }}
        />
      </State>
    </Section>
  );
}
