import type { AppParts } from '../app-parts.ts';
import { modeRow } from '../modes.ts';
import { backStep } from '../stepper/back-step.ts';

/** One step back in the widget, as its own arrows do: a popup closes, a step is left, else the page before. False when there is none of them. */
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
  // Browsers without the navigation API tell nothing of where the history ends.
  const hasPage = 'navigation' in window ? window.navigation.canGoBack : router.previous() !== undefined;
  if (!hasPage) return false;
  history.back();
  return true;
}
