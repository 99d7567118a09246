import type { GuestMessage } from '@causeway/bridge/shared/protocol';
import type { Capabilities } from '@causeway/bridge/shared/payloads';
import { type Mounted, emitDisplay, withMore } from './mounted.ts';
import type { Need } from './options.ts';
import { namesIn } from './widget-address.ts';

/** Replaces a frame that lacks a needed capability. */
function judge(widget: Mounted, can: Capabilities): void {
  widget.can = can;
  if (widget.stage) return;
  const needs = namesIn(widget.options.needs ?? 'popups');
  const lacking = needs.find((name): name is Need => Reflect.get(can, name) === false);
  if (lacking) withMore(widget, (more) => more.replace(widget, lacking));
  else emitDisplay(widget, 'inline', null);
}

/** Does what a message of the widget asks for, and passes it on. */
export function handleMessage(widget: Mounted, message: GuestMessage): void {
  if (message.event === 'capabilities') return judge(widget, message.payload);
  const { event, payload } = message;
  widget.heard[event] = message;
  if (event === 'change-height') widget.iframe.style.height = payload.height + 'px';
  if (!widget.emit(event, payload) && event === 'redirect') location.assign(payload.url);
}
