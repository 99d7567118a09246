export type { OrderStatus } from '@causeway/bridge/shared/protocol';
export type { OrderEventPayload } from '@causeway/bridge/shared/payloads';
export { CausewayError } from './causeway-error.ts';
export type { CausewayHandle } from './create-mount.ts';
export {
  EVENT_NAMES,
  type CausewayEvent,
  type CausewayEvents,
  type CausewayListener,
  type DisplayChange,
} from './events.ts';
export { frameMarkup, type FrameOptions } from './frame-markup.ts';
export { load, type LoadOptions } from './load.ts';
export { orderLink, type OrderLinkOptions } from './order-link.ts';
export { mount } from './mount.ts';
export type { Flag } from './flag.generated.ts';
export type { CausewayOptions, Display, Need } from './options.ts';
