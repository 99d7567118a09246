import type { HostConnection } from '@causeway/bridge/host/connect-host';
import { dressFrame } from './create-frame.ts';
import { type Mounted, fail, loadFrame, withAddress } from './mounted.ts';
import { EXCHANGE_OPTIONS, FIXED_QUERY_OPTIONS, LOOK_OPTIONS, type CausewayOptions } from './options.ts';

type Name = keyof CausewayOptions;

function loadAnew(widget: Mounted): void {
  const { popup } = widget;
  if (popup) withAddress(widget, (url) => popup.location.replace(url), '/buysell');
  else loadFrame(widget);
}

/** Gives a running widget what it can take over; anything else that changed loads it anew. */
export function updateWidget(widget: Mounted, send: HostConnection['send'], changes: Partial<CausewayOptions>): void {
  const { options, iframe } = widget;
  const next = { ...options, ...changes };
  if (next.origin !== options.origin)
    return fail(
      widget,
      `Expected "origin" to stay ${options.origin}, but got "${next.origin}". Unmount and mount again.`,
    );
  const changed = (names: readonly Name[]) => names.filter((name) => String(next[name]) !== String(options[name]));
  const pick = (names: readonly Name[]) => Object.fromEntries(names.map((name) => [name, next[name]]));
  widget.options = next;
  dressFrame(iframe, next);
  // What is not loaded yet begins with the new options.
  if (!iframe.src && !widget.popup) return;
  const look = changed(LOOK_OPTIONS);
  const exchange = changed(EXCHANGE_OPTIONS);
  // A look that is taken back is the partner's own again, which only a new page knows.
  if (changed(['flags', ...FIXED_QUERY_OPTIONS]).length > 0 || look.some((name) => next[name] === undefined))
    return loadAnew(widget);
  if (look.length > 0) send('update-options', pick(look));
  if (exchange.length > 0) send('open-exchange', pick(exchange));
}
