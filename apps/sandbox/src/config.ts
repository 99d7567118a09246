import { z } from 'zod';
import type { PaymentProviderCode, PaymentProviderKeys } from './acquirer/payment-provider.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const baseUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

const environment = z.object({
  SANDBOX_PORT: port.default(4001),
  SANDBOX_SMTP_PORT: port.default(4025),
  SANDBOX_URL: baseUrl.optional(),
  PRODUCT_URL: baseUrl.optional(),
  PORT: port.default(4000),
  SANDBOX_BLOCK_SECONDS: z.coerce.number().min(0).max(86_400).default(15),
  SANDBOX_STATE_FILE: z.string().min(1).optional(),
  SANDBOX_ANVIL: z.string().min(1).optional(),
  SANDBOX_SEED: z.string().min(1).max(64).default('causeway'),
  ACQUIRER_KEY: z.string().min(1).default('sk_sandbox_acquirer'),
  ACQUIRER_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox_acquirer'),
  ACQUIRER_PUBLIC_KEY: z.string().min(1).default('pk_sandbox_acquirer'),
  ACQUIRER_TWO_KEY: z.string().min(1).default('sk_sandbox_acquirer_two'),
  ACQUIRER_TWO_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox_acquirer_two'),
  ACQUIRER_TWO_PUBLIC_KEY: z.string().min(1).default('pk_sandbox_acquirer_two'),
  SOFORT_KEY: z.string().min(1).default('sk_sandbox_sofort'),
  SOFORT_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox_sofort'),
  WALLET_KEY: z.string().min(1).default('sk_sandbox_wallet'),
  WALLET_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox_wallet'),
  BANK_KEY: z.string().min(1).default('sk_sandbox_bank_key'),
  BANK_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox_bank'),
  SUMSUB_APP_TOKEN: z.string().min(1).default('sbx:sandbox_app_token'),
  SUMSUB_SECRET_KEY: z.string().min(1).default('sk_sandbox_identity'),
  SUMSUB_WEBHOOK_SECRET: z.string().min(1).default('whsec_sandbox_identity'),
  SUMSUB_LEVEL: z.string().min(1).default('basic-kyc-level'),
});

/** What the process needs to know before it starts. Ports may be 0 (any free one). */
export type SandboxConfig = {
  port: number;
  smtpPort: number;
  /** The base of every URL in browsers; unset means http://localhost and the real port. */
  publicUrl: string | undefined;
  /** Where webhooks go. */
  productUrl: string;
  /** Seconds between blocks; 0 mines on demand only. */
  blockSeconds: number;
  /** The anvil program that plays Ethereum; unset takes the one of the npm package for this platform. */
  anvil: string | undefined;
  seed: string;
  /** Where everything is kept between two starts; unset keeps it in memory only. */
  stateFile: string | undefined;
  /** Keys of the payment providers. */
  payProviders: Readonly<Record<PaymentProviderCode, PaymentProviderKeys>>;
  bankKey: string;
  bankWebhookSecret: string;
  identity: { appToken: string; secretKey: string; webhookSecret: string; level: string };
};

/** Reads the environment; throws one Error that names every wrong value. Empty text counts as unset. */
export function parseConfig(values: Record<string, string | undefined>): SandboxConfig {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`bad configuration: ${faults.join('; ')}`);
  }
  const read = parsed.data;
  return {
    port: read.SANDBOX_PORT,
    smtpPort: read.SANDBOX_SMTP_PORT,
    publicUrl: read.SANDBOX_URL,
    productUrl: read.PRODUCT_URL ?? `http://localhost:${read.PORT}`,
    blockSeconds: read.SANDBOX_BLOCK_SECONDS,
    anvil: read.SANDBOX_ANVIL,
    seed: read.SANDBOX_SEED,
    stateFile: read.SANDBOX_STATE_FILE,
    payProviders: {
      acquirer: {
        key: read.ACQUIRER_KEY,
        publicKey: read.ACQUIRER_PUBLIC_KEY,
        webhookSecret: read.ACQUIRER_WEBHOOK_SECRET,
      },
      acquirer_two: {
        key: read.ACQUIRER_TWO_KEY,
        publicKey: read.ACQUIRER_TWO_PUBLIC_KEY,
        webhookSecret: read.ACQUIRER_TWO_WEBHOOK_SECRET,
      },
      sofort: { key: read.SOFORT_KEY, publicKey: '', webhookSecret: read.SOFORT_WEBHOOK_SECRET },
      wallet: { key: read.WALLET_KEY, publicKey: '', webhookSecret: read.WALLET_WEBHOOK_SECRET },
    },
    bankKey: read.BANK_KEY,
    bankWebhookSecret: read.BANK_WEBHOOK_SECRET,
    identity: {
      appToken: read.SUMSUB_APP_TOKEN,
      secretKey: read.SUMSUB_SECRET_KEY,
      webhookSecret: read.SUMSUB_WEBHOOK_SECRET,
      level: read.SUMSUB_LEVEL,
    },
  };
}
