import { z } from 'zod';

/** Payments in coins out of a wallet over WalletConnect; without a project of the operator's it is not offered. */
export const walletConnectVariables = {
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'Must be the id of a project at the relay: 8 to 64 letters, digits, dashes.')
    .optional(),
  /** The relay between page and wallet. It gets a query of its own. */
  WALLETCONNECT_RELAY_URL: z
    .url({ protocol: /^wss?$/ })
    .refine((text) => !/[?#]/.test(text), 'Must have no query.')
    .default('wss://relay.walletconnect.org'),
};

/** The relay of the sandbox, whose wallet is connected by it. */
export function sandboxWalletConnect(base: string): Record<string, string> {
  return {
    WALLETCONNECT_PROJECT_ID: 'causeway-sandbox',
    WALLETCONNECT_RELAY_URL: `${base.replace(/^http/, 'ws')}/walletconnect/relay`,
  };
}

type WalletConnectConfig = z.output<z.ZodObject<typeof walletConnectVariables>>;

/** How an order is paid over WalletConnect, as its answer names it; nothing where it is not offered. */
export function describeWalletConnect(config: WalletConnectConfig) {
  const { WALLETCONNECT_PROJECT_ID: projectId, WALLETCONNECT_RELAY_URL: relayUrl } = config;
  return projectId === undefined ? {} : { walletConnect: { projectId, relayUrl } };
}

/** Where pages may open a connection to the relay. */
export function listRelayOrigins(config: WalletConnectConfig): string[] {
  return config.WALLETCONNECT_PROJECT_ID === undefined ? [] : [new URL(config.WALLETCONNECT_RELAY_URL).origin];
}
