import { useApp } from '../app-parts.ts';

/** Leaves an order for the exchange. */
export function useLeaveOrder(): () => void {
  const { router, flow } = useApp();
  return () => {
    router.navigate('order-stepper');
    flow.open('exchange');
  };
}
