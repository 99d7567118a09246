export { CausewayError } from './causeway-error.ts';
export { EVENT_NAMES, type CausewayEvent, type CausewayEvents, type CausewayListener } from './events.ts';
export { load, type LoadOptions } from './load.ts';
export { mount, type CausewayHandle } from './mount.ts';
export type { CausewayOptions } from './options.ts';
