import type { IconName } from '../../ui/icons/icon-names.ts';
import type { BadgeCurrency } from './currency-badge.tsx';
import type { ConfigAnswer, PaymentOption } from '@causeway/contract/shapes/site-config';

export type Currencies = ConfigAnswer['currencyConfig'];

/** One option of a currency: a network of a crypto currency, or a payment method of a fiat one. */
export interface PickerGroup {
  /** What a selection carries beside the code. */
  id: string;
  /** The code of the currency on this network, such as USDTTRC20. */
  code: string;
  /** 'Tron' or 'Card'. */
  title: string;
  /** 'TRC20' */
  token?: string | undefined;
  /** 'Fee 1.20 USDT · about 1 min' */
  detail?: string | undefined;
  /** It has a price but is paused; `detail` says so. */
  isPaused?: boolean;
  /** The colour of the network's chip; absent for a method. */
  color?: string | undefined;
  /** Amounts it takes: '30 – 5 000 EUR'. */
  limits?: string | undefined;
  /** What the client's level still takes, as a sentence. */
  left?: string | undefined;
  /** The symbol of a payment method. */
  icon?: IconName | undefined;
}

export interface PickerCurrency extends BadgeCurrency {
  fullName: string;
  /** Found by a search beside the name in the client's language. */
  englishName?: string;
  /** After the code: '3 networks' or 'SEPA, card, balance'. */
  summary?: string | undefined;
  /** What the client has of it, formatted. */
  balance?: string | undefined;
  isPopular: boolean;
  groups: readonly PickerGroup[];
}

/** A selection needs both. */
export interface PickerChoice {
  currency: PickerCurrency;
  group: PickerGroup;
}

/** Coins of a network by the standard of its tokens, where the coin itself is listed with one. */
const ownTokens = ['', 'BSC'];

/** A network has the colour of its own coin: Tron's red on Tether over Tron, never Tether's green. */
export function networkColour(option: PaymentOption, currencies: Currencies): string | undefined {
  const own = Object.values(currencies).find(
    (entry) => entry.networkFullname === option.networkFullname && ownTokens.includes(entry.token),
  );
  return (own ?? currencies[option.currency])?.color;
}
