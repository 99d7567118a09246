/** What the demo needs to know; every URL is an exact origin. */
export interface PartnerDemoConfig {
  port: number;
  productOrigin: string;
  sandboxOrigin: string;
  partnerKey: string;
  /** The same shop as a merchant, which sells items. */
  merchantKey: string;
  /** For the shop's server, never in a page; of the sandbox, so it is public. */
  merchantSecret: string;
  /** Secrets that webhooks are signed with, by key id. */
  webhookSecrets: Record<string, string>;
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`${name} must be a port from 0 to 65535, but it is "${text}".`);
}

function readOrigin(name: string, text: string | undefined, fallback: string): string {
  if (!text) return fallback;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new Error(`${name} must be an http or https address, but it is "${text}".`);
}

/** Reads the environment once; throws one sentence about the first value that cannot work. */
export function readConfig(env: Record<string, string | undefined>): PartnerDemoConfig {
  const product = readPort('PORT', env['PORT'], 4000);
  const sandbox = readPort('SANDBOX_PORT', env['SANDBOX_PORT'], 4001);
  return {
    port: readPort('PARTNER_DEMO_PORT', env['PARTNER_DEMO_PORT'], 4002),
    productOrigin: readOrigin('PUBLIC_URL', env['PUBLIC_URL'], `http://localhost:${product}`),
    sandboxOrigin: readOrigin('SANDBOX_URL', env['SANDBOX_URL'], `http://localhost:${sandbox}`),
    partnerKey: 'pk_test_shop',
    merchantKey: 'pk_test_merchant',
    merchantSecret: 'sk_test_merchant_sandbox_secret_key',
    webhookSecrets: { wk_sandbox: 'whsec_sandbox_partner' },
  };
}
