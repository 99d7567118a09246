import type { AppParts } from './app-parts.ts';
import { isOrderKeptOnLeave } from './stepper/is-order-kept.ts';

/** What leaving the order page does (2.2-11, 4.3-19). */
export function followRoutes({ runtime, router, account, stepper }: AppParts): void {
  let last = router.current().name;
  router.subscribe(() => {
    const { name } = router.current();
    const isLeft = last === 'order-status' && name !== 'order-status';
    last = name;
    if (!isLeft) return;
    if (!isOrderKeptOnLeave(name)) stepper.setState({ order: undefined });
    account.refreshConfig().catch((error: unknown) => runtime.log.warn('The config could not be read', error));
  });
}
