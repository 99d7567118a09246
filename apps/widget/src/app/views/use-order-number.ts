import { useState } from 'react';
import { useApp } from '../app-parts.ts';

/** The order of the page. While another page slides in, the one that slides out stays with the order that it showed. */
export function useOrderNumber(): string {
  const { router } = useApp();
  const wanted = router.current().params['orderId'];
  const [shown, setShown] = useState('');
  const number = shownOrder(wanted, shown);
  if (number !== shown) setShown(number);
  return number;
}

/** @param wanted the number in the address, which pages of other things do not have */
export function shownOrder(wanted: string | undefined, shown: string): string {
  return wanted ?? shown;
}
