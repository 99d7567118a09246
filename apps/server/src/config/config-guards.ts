import { z } from 'zod';
import { identityVariables } from './config-identity.ts';
import { documentVariables } from './config-documents.ts';
import { pushVariables } from './push/config-push.ts';

const percent = z.coerce.number().int().min(1).max(10_000);
const euro = z.coerce.number().int().min(1).max(1_000_000_000_000);

const otherNetworks = z
  .string()
  .regex(/^(?:[a-z][a-z0-9-]*=https?:\/\/[^\s,]+(?:,(?!$)|$))*$/, 'Must be name=https://… pairs with commas.')
  .transform((text) =>
    text
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), url: pair.slice(pair.indexOf('=') + 1) })),
  )
  .refine(
    (networks) => new Set(['ethereum', ...networks.map(({ name }) => name)]).size === networks.length + 1,
    'Must name each network once, and not ethereum itself.',
  );

/** Limits of prices, amounts and costs, beyond which an option pauses or a person decides. */
export const guardVariables = {
  ...documentVariables,
  ...identityVariables,
  ...pushVariables,
  /** Networks of Ethereum's kind that are searched for coins sent to addresses of clients by mistake. */
  OTHER_EVM_NETWORKS: otherNetworks.default([]),
  /** Change of a price since the last accepted one; above it the asset is not traded. */
  PRICE_JUMP_PERCENT: percent.default(10),
  /** Difference of a price, and of a conversion's two sides, from the day's median. */
  PRICE_DAY_PERCENT: percent.default(25),
  /** The same for fiat and for coins pegged to the dollar. */
  PRICE_STEADY_JUMP_PERCENT: percent.default(5),
  PRICE_STEADY_DAY_PERCENT: percent.default(10),
  /** A second feed of the same form; its prices are only compared with those of MARKET_URL. */
  MARKET_TWO_URL: z.url({ protocol: /^https?$/ }).optional(),
  PRICE_SOURCES_PERCENT: percent.default(3),
  /** Past prices for charts; without it they begin with the installation. */
  MARKET_HISTORY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A payout option pauses when the chain costs more than so many times its fee. */
  NETWORK_FEE_TIMES: z.coerce.number().int().min(1).max(1_000).default(5),
  /** A payout is not signed when the network would take more of it, until a person approves. */
  NETWORK_FEE_MOST_PERCENT: percent.default(25),
  /** What may leave one hot wallet in a day (UTC) before each further payout needs a person. */
  OUTFLOW_DAY_EUR: euro.default(250_000),
  /** The same for what is sent from the account at the bank, and to cards. */
  OUTFLOW_BANK_DAY_EUR: euro.default(250_000),
  OUTFLOW_CARD_DAY_EUR: euro.default(100_000),
  /** For so many days after an order a payment by card or on a bank's page can be charged back. */
  CHARGEBACK_DAYS: z.coerce.number().int().min(1).max(1_000).default(120),
  /** An order worth more, at the day's median, is exchanged only after a person approves. */
  ORDER_MOST_EUR: euro.default(60_000),
  /** What one operator releases by hand alone in 24 hours; more takes a second one. */
  OPERATOR_ALONE_EUR: z.union([z.literal('off').transform(() => null), euro]).default(1_000),
  /** Serves the calls of a web desk, where operators with the role `desk` review what clients sent. */
  OPERATOR_CALLS: z.enum(['on', 'off']).default('off'),
};

/** Tests move the sandbox's market by hand, and its demo sells without limit. */
export const sandboxGuards: Readonly<Record<string, string>> = {
  PRICE_JUMP_PERCENT: '25',
  PRICE_DAY_PERCENT: '35',
  OUTFLOW_DAY_EUR: '1000000000',
  OUTFLOW_BANK_DAY_EUR: '1000000000',
  OUTFLOW_CARD_DAY_EUR: '1000000000',
  OPERATOR_ALONE_EUR: 'off',
};
