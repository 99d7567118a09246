import { walletNames } from '@causeway/domain/payments/payment-providers';
import { z } from 'zod';

/** Bank requisites of one order (3-35). `amount` is what is still to be sent. */
export const sepaAccount = z.object({
  iban: z.string(),
  bic: z.string(),
  bankName: z.string(),
  holder: z.string(),
  /** The order's number: the money is matched to its order by it, in whatever spelling. */
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
});

/**
 * How the order is paid, recognised by the fields that are present, tried in this order: `sepaAccount` bank
 * requisites; `sessionToken` with `clientUniqueId` card fields of the acquirer's script; `paymentUrl` with `publicKey`
 * a card tokenised by the acquirer and posted to `paymentUrl`; `publicKey` a tokenised card finalised by C-31;
 * `purchaseUrl` the provider's own page; `paymentUrl` a saved card posted there. No field: nothing to pay here.
 */
export const purchaseParamsPayin = z.object({
  sepaAccount: sepaAccount.optional(),
  sessionToken: z.string().optional(),
  clientUniqueId: z.string().optional(),
  /** Script or frame of the acquirer that takes the card; with `sessionToken` or `publicKey`. */
  scriptUrl: z.string().optional(),
  publicKey: z.string().optional(),
  purchaseUrl: z.string().optional(),
  paymentUrl: z.string().optional(),
  /** Provider code of the acquirer, as C-31 and C-35 take it. */
  provider: z.string().optional(),
  /** Wallets whose sheet may pay instead, where the device has them: C-94. */
  wallets: z.array(z.enum(walletNames)).optional(),
  /**
   * Of coins on an EVM chain: its id and the contract of the token, empty for the chain's own coin. A wallet's link has
   * both (EIP-681). `walletConnect` is there where the operator offers it: the relay and the project at it.
   */
  evm: z
    .object({
      chainId: z.int(),
      token: z.string(),
      walletConnect: z.object({ projectId: z.string(), relayUrl: z.string() }).optional(),
    })
    .optional(),
});

export type PurchaseParamsPayin = z.output<typeof purchaseParamsPayin>;
