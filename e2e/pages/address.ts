import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** Where the coins go. */
export function address(scope: Scope, currency = 'Bitcoin') {
  return {
    heading: scope.getByRole('heading', { name: say('tpl:address:title') }),
    field: scope.getByLabel(say('tpl:address:label', { name: currency })),
    paste: scope.getByRole('button', { name: say('tpl:address:paste') }),
    /** What the button agrees to. */
    wallet: scope.getByRole('listitem').filter({ hasText: say('tpl:address:agree_wallet') }),
    rate: scope.getByRole('listitem').filter({ hasText: /^The rate may move until/ }),
    submit: scope.getByRole('button', { name: /^Continue( to (payment|your bank))?$/ }),
    /** The bank account that receives the money. */
    iban: scope.getByLabel(say('tpl:address:iban')),
    holder: scope.getByLabel(say('tpl:address:beneficiary_account')),
    addCard: scope.getByRole('button', { name: say('tpl:card:add') }),
    useCard: scope.getByRole('button', { name: say('tpl:card:add_save') }),
    /** The acquirer's frame, where a card is entered. */
    cardFrame: scope.frameLocator(`iframe[title="${say('tpl:card:add_title')}"]`),
    cards: scope.getByRole('radiogroup', { name: say('tpl:card:payout') }),
    /** The locked price ended before the order was placed. */
    priceChanged: scope.getByText(say('tpl:address:quote_over_title')),
    /** Addresses used before, to be chosen. */
    used: scope.getByRole('region', { name: say('tpl:address:used') }).getByRole('button', { name: /Last used/ }),
    lookalike: scope.getByText(say('tpl:address:lookalike_title')),
    compared: scope.getByRole('checkbox', { name: say('tpl:address:agree_address') }),
    /** The order is requested again once the connection is back. */
    waits: scope.getByText(say('tpl:common:error:network')),
    looksRight: scope.getByText(say('tpl:address:looks_right', { network: 'Bitcoin' })),
  };
}
