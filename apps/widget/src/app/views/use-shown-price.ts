import type { Calculation, CalculationAnswer } from '@causeway/contract/shapes/calculation';
import { useStore } from 'zustand';
import { useApp } from '../app-parts.ts';

/** The price of the order under way, or undefined while the payout is not known (8-05). */
export function useShownPrice(): Calculation | undefined {
  const { price } = useStore(useApp().prices.store);
  return shownPrice(price.answer);
}

export function shownPrice({ calc, errors }: CalculationAnswer): Calculation | undefined {
  return errors.some((item) => item.code === 'REQUIRED') ? undefined : calc;
}
