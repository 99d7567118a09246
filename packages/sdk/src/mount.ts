import { CausewayError } from './causeway-error.ts';
import { createMount, type CausewayHandle, type MountAny } from './create-mount.ts';
import type { CausewayOptions } from './options.ts';
import { unknownNames } from './option-names.ts';

/** `mount` for callers that check nothing themselves. */
export const mountAny: MountAny = createMount(async () => (await import('./more.ts')).more);

/**
 * Puts the widget into an element and keeps its height in step with the content, or opens it on a click on the element.
 *
 * @throws CausewayError when the element or an option cannot work
 * @example
 * const widget = mount('#pay', { origin: 'https://pay.example', partnerKey: 'pk_test_shop', payinAmount: '250' })
 * widget.on('change-order', ({ orderId, orderStatus }) => console.log(orderId, orderStatus))
 */
export function mount(target: Element | string, options: CausewayOptions): CausewayHandle {
  if (typeof document !== 'undefined')
    return mountAny(target, { ...options, attributes: unknownNames(options).join() });
  throw new CausewayError(
    'Expected mount() to run in a browser, but there is no document. Call it in an effect or an event handler.',
  );
}
