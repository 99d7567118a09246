import { z } from 'zod';

const origin = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''));

/** Who checks identities: people of the operator, or an outside provider with Sumsub's interface. */
export const identityVariables = {
  IDENTITY_CHECK: z.enum(['manual', 'sumsub']).default('manual'),
  SUMSUB_URL: origin.default('https://api.sumsub.com'),
  SUMSUB_APP_TOKEN: z.string().default(''),
  SUMSUB_SECRET_KEY: z.string().default(''),
  /** Under which the provider signs its webhooks. */
  SUMSUB_WEBHOOK_SECRET: z.string().default(''),
  /** Name of the level at the provider, which says what it asks of a person. */
  SUMSUB_LEVEL: z.string().default(''),
  /** Origin of its hosted page, where that may be framed; without one the page opens in a window of its own. */
  SUMSUB_PAGE_ORIGIN: z.union([z.literal(''), origin]).default(''),
};

type IdentityConfig = z.output<z.ZodObject<typeof identityVariables>>;

const needed = ['SUMSUB_APP_TOKEN', 'SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRET', 'SUMSUB_LEVEL'] as const;

/** Sumsub marks the tokens of its test side so. */
const testMark = /sandbox|^sbx:/i;

/** What an outside check of a live server lacks, one line each. */
export function findIdentityFaults(config: IdentityConfig): string[] {
  if (config.IDENTITY_CHECK === 'manual') return [];
  return needed.flatMap((name) => {
    if (config[name] === '') return [`${name}: is missing, and IDENTITY_CHECK is ${config.IDENTITY_CHECK}.`];
    return testMark.test(config[name]) ? [`${name}: is a sandbox key, and ENVIRONMENT is live.`] : [];
  });
}

/** The same provider played by the sandbox; people check until IDENTITY_CHECK says otherwise. */
export function sandboxIdentity(base: string): Record<string, string> {
  return {
    SUMSUB_URL: `${base}/identity`,
    SUMSUB_APP_TOKEN: 'sbx:sandbox_app_token',
    SUMSUB_SECRET_KEY: 'sk_sandbox_identity',
    SUMSUB_WEBHOOK_SECRET: 'whsec_sandbox_identity',
    SUMSUB_LEVEL: 'basic-kyc-level',
    SUMSUB_PAGE_ORIGIN: base,
  };
}
