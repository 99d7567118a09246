import { orderStatuses } from '@causeway/domain/orders/order-status';
import { pageFlags } from '../shapes/page-flags.ts';

/** The flags as the SDK names them: those of pages, and who is paid. */
export const sdkFlags = [...pageFlags, 'payToPartner'].toSorted();

/** The type of the SDK's flags: partners get the SDK without the contract. */
export const flagFile = {
  url: new URL('../../../sdk/src/flag.generated.ts', import.meta.url),
  text: `// Generated from the contract's list by \`npm run endpoints\`.

/** Parts of the widget that a partner may hide, and steps that it may skip. */
export type Flag =
${sdkFlags.map((name) => `  | '${name}'`).join('\n')};
`,
};

/** The statuses of an order, for the messages to a partner's page. */
export const statusFile = {
  url: new URL('../../../bridge/src/shared/order-status.generated.ts', import.meta.url),
  text: `// Generated from the list of the domain by \`npm run endpoints\`.

/** Every status that an order can have. */
export type OrderStatus =
${orderStatuses.map((name) => `  | '${name}'`).join('\n')};
`,
};
