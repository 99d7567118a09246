import type { PickerCurrency, PickerGroup } from './picker-data.ts';

/** Every text of the picker. The functions are given what the sentence is about. */
export interface PickerTexts {
  /** 'What would you like to get?' */
  title: string;
  /** 'Choose a network' or 'How will you pay in euros?' */
  groupTitle: (currency: PickerCurrency) => string;
  /** Under the name on the network step: 'USDT is the same coin on every network. …' */
  groupLead?: (currency: string) => string;
  /** The accessible name of the list of networks or methods. */
  groupLabel: (isCrypto: boolean) => string;
  close: string;
  back: string;
  searchLabel: string;
  searchPlaceholder: string;
  searchClear: string;
  popular: string;
  all: string;
  /** The accessible name of the list. */
  listLabel: string;
  /** '3 matches' */
  matches: (count: number) => string;
  /** '15 more, not available now' */
  more: (count: number) => string;
  balance: string;
  /** Under the matches: what else can be searched. */
  hintTitle: string;
  hintText: string;
  emptyTitle: (query: string) => string;
  emptyText: string;
  /** 'Continue with Tron' or 'Pay by card' */
  confirm: (currency: PickerCurrency, group: PickerGroup) => string;
}
