import type { HostConnection } from '@causeway/bridge/host/connect-host';
import { dressFrame } from './create-frame.ts';
import { type Mounted, fail, loadFrame } from './mounted.ts';
import { withTopAddress } from './mint-address.ts';
import type { CausewayOptions } from './options.ts';
import { EXCHANGE_OPTIONS, FIXED_QUERY_OPTIONS, LOOK_OPTIONS, unknownNames } from './option-names.ts';

type Name = keyof CausewayOptions;

function loadAgain(widget: Mounted): void {
  const { popup } = widget;
  if (popup) withTopAddress(widget, (url) => popup.location.replace(url));
  else loadFrame(widget);
}

/** Applies new options to a running widget; it is reloaded for options that a running widget cannot change. */
export function updateWidget(widget: Mounted, send: HostConnection['send'], changes: Partial<CausewayOptions>): void {
  const { options, iframe } = widget;
  const next = { ...options, ...changes };
  if (next.origin !== options.origin)
    return fail(
      widget,
      `Expected "origin" to stay ${options.origin}, but got "${next.origin}". Unmount and mount again.`,
    );
  const unknown = unknownNames(changes).map((name) => `There is no option "${name}".`);
  if (unknown.length > 0) widget.emit('options-ignored', { sentences: unknown });
  const changed = (names: readonly Name[]) => names.filter((name) => String(next[name]) !== String(options[name]));
  const pick = (names: readonly Name[]) => Object.fromEntries(names.map((name) => [name, next[name]]));
  widget.options = next;
  dressFrame(iframe, next);
  // A widget that is not loaded yet starts with the new options.
  if (!iframe.src && !widget.popup) return;
  const look = changed(LOOK_OPTIONS);
  const exchange = changed(EXCHANGE_OPTIONS);
  // A removed look option falls back to the partner's own setting, which only a reload knows.
  if (changed(['flags', ...FIXED_QUERY_OPTIONS]).length > 0 || look.some((name) => next[name] === undefined))
    return loadAgain(widget);
  if (look.length > 0) send('update-options', pick(look));
  if (exchange.length > 0) send('open-exchange', pick(exchange));
}
