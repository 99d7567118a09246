import { type Preorder, type Side, chooseCurrency, swapSides, typeAmount } from './rules/preorder.ts';
import { type StoreApi, createStore } from 'zustand/vanilla';

export interface ExchangeState {
  preorder: Preorder;
  /** E-mail for the receipt of a merchant's order (5-11). Not part of the price. */
  clientEmail: string;
  /** How the preorder changed last: typing waits for a pause before the price is asked. */
  change: 'none' | 'typed' | 'chosen';
  /** A floating rate was refused and the toggle moved to fixed (4.5-10). */
  isRateSwitched: boolean;
  type: (side: Side, amount: string) => void;
  /** `worth`: what the side's amount is in the other currency, where a price says so. */
  choose: (side: Side, currency: string, group: string, worth?: string) => void;
  swap: (groups: { payinGroup: string; payoutGroup: string }) => void;
  setFloating: (isFloating: boolean) => void;
  setCoupon: (coupon: string) => void;
  /** Takes the rate that the server offered instead; the typed pay-in amount is cleared (4.5-11). */
  switchToFixed: () => void;
  /** Sets parts of the preorder from outside the step: the address, a restored tab, a partner's message. */
  patch: (part: Partial<Preorder>) => void;
}

export type ExchangeStore = StoreApi<ExchangeState>;

/** @param locked names of the fields that the partner has fixed: they keep their first value against every change */
export function createExchangeStore(preorder: Preorder, locked: readonly string[] = []): ExchangeStore {
  const hold = holdLocked(preorder, locked);
  return createStore<ExchangeState>()((set) => {
    const change = (edit: (preorder: Preorder) => Preorder, how: 'typed' | 'chosen') =>
      set((state) => ({ preorder: hold(edit(state.preorder)), change: how, isRateSwitched: false }));
    return {
      preorder,
      clientEmail: '',
      change: 'none',
      isRateSwitched: false,
      type: (side, amount) =>
        set((state) => ({ preorder: hold(typeAmount(state.preorder, side, amount)), change: 'typed' })),
      choose: (side, currency, group, worth) =>
        change((old) => chooseCurrency(old, side, currency, group, worth), 'chosen'),
      swap: (groups) => change((old) => swapSides(old, groups), 'chosen'),
      setFloating: (isFloatingRate) => change((old) => ({ ...old, isFloatingRate }), 'chosen'),
      setCoupon: (coupon) => change((old) => ({ ...old, coupon }), 'chosen'),
      switchToFixed: () =>
        set((state) => ({
          preorder: hold({ ...state.preorder, isFloatingRate: false, payinAmount: '' }),
          change: 'chosen',
          isRateSwitched: true,
        })),
      patch: (part) => set((state) => ({ preorder: hold({ ...state.preorder, ...part }), change: 'chosen' })),
    };
  });
}

/** What an amount is typed with: with one amount fixed, so is the side. */
const amounts = ['payinAmount', 'payoutAmount', 'isPayoutCalc'];

/** Restores the fields that a partner has locked. The server holds an order to them anyway. */
function holdLocked(first: Preorder, locked: readonly string[]): (preorder: Preorder) => Preorder {
  // The coupon is absent when the page begins; the part that fills it in locks it.
  const names = locked.some((name) => amounts.includes(name)) ? [...locked, ...amounts] : locked;
  const fixed = Object.fromEntries(Object.entries(first).filter(([name]) => name !== 'coupon' && names.includes(name)));
  return (preorder) => ({ ...preorder, ...fixed });
}
