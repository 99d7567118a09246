import { connectShell } from '@causeway/bridge/native/connect-shell';
import type { InjectedShell } from '@causeway/bridge/native/find-shell';
import { greetShell } from '@causeway/bridge/native/greet-shell';
import type { Vibration } from '@causeway/bridge/native/native-calls';
import { realTimers, wait } from '../../lib/timing/timers.ts';
import type { NativeApp } from '../../platform/native.ts';
import type { AppParts } from '../app-parts.ts';
import { createBackButton } from './back-button.ts';
import { signInByBiometrics } from './biometrics.ts';
import { followPush } from './follow-push.ts';
import { modeRow } from '../modes.ts';
import { backStep } from '../stepper/next-step.ts';
import type { OrderStatus } from '@causeway/domain/orders/order-status';

/** Milliseconds that a log-out waits for the device. */
const leavePatience = 2000;

/** Joins the app around the widget: who it is, then all that it can do here. */
export async function joinNative(parts: AppParts, shell: InjectedShell): Promise<void> {
  const { runtime, router } = parts;
  const connection = connectShell({ window, shell });
  const { call, notify } = connection;
  const facts = await greetShell(connection).catch((error: unknown) => {
    connection.close();
    throw error;
  });
  const push = followPush(parts, { call, facts });
  const app: NativeApp = {
    call,
    notify,
    facts,
    async leave() {
      const forget = facts.can('biometrics-update')
        ? call('biometrics-update', { token: null, expiresAt: null })
        : undefined;
      await Promise.race([Promise.allSettled([push.stop(), forget]), wait(realTimers, leavePatience)]);
    },
  };
  const backButton = createBackButton({ notify, goBack: () => goBack(parts), timers: realTimers });
  runtime.native.setState({ app });
  document.documentElement.dataset['native'] = facts.platform;
  connection.follow((event) => {
    if (event.event === 'back-pressed') backButton.pressed();
    else if (event.event === 'back-taken') backButton.taken(event.payload.offer);
    else if (event.event === 'push-token-changed') push.changed(event.payload.token);
    else router.follow(event.payload.path);
  });
  followStatus(parts, app);
  await signInByBiometrics(parts, app);
}

/** The device vibrates when the order on screen reaches its end. */
export function followStatus({ stepper }: Pick<AppParts, 'stepper'>, { call, facts }: NativeApp): void {
  if (!facts.can('device-vibrate')) return;
  stepper.subscribe(({ order }, { order: before }) => {
    if (!order || order.niceId !== before?.niceId || order.status === before.status) return;
    const kind = finalStatuses[order.status];
    if (kind) call('device-vibrate', { kind }).catch(() => undefined);
  });
}

/**
 * One step back in the widget, as its own arrows do: a popup closes, a step is left, else the page before. False when
 * there is none of them.
 */
export function goBack({
  router,
  stepper,
  flow,
  mode,
}: Pick<AppParts, 'router' | 'stepper' | 'flow' | 'mode'>): boolean {
  const popup = document.querySelector('dialog[open]');
  if (popup) {
    popup.dispatchEvent(new Event('cancel', { cancelable: true }));
    return true;
  }
  const { step } = stepper.getState();
  if (router.current().name === 'order-stepper' && backStep(step, modeRow(mode).isMerchant)) {
    flow.back();
    return true;
  }
  // Browsers without the navigation API do not report where the history ends.
  const hasPage = 'navigation' in window ? window.navigation.canGoBack : router.previous() !== undefined;
  if (!hasPage) return false;
  history.back();
  return true;
}

/** The vibration of an order's end. */
export const finalStatuses: Partial<Record<OrderStatus, Vibration>> = {
  finished: 'success',
  refunded: 'warning',
  canceled: 'warning',
  expired: 'warning',
  error: 'error',
};
