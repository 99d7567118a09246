export { CausewayError } from './causeway-error.ts';
export type { CausewayHandle } from './create-mount.ts';
export {
  EVENT_NAMES,
  type CausewayEvent,
  type CausewayEvents,
  type CausewayListener,
  type DisplayChange,
} from './events.ts';
export { load, type LoadOptions } from './load.ts';
export { orderLink, type OrderLinkOptions } from './order-link.ts';
export { mount } from './mount.ts';
export type { CausewayOptions, Display, Flag, Need } from './options.ts';
