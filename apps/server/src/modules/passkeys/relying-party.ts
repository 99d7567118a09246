import type { Config } from '../../config.ts';

/** EdDSA, ES256 and RS256 by their COSE numbers: every authenticator has one of them. */
export const keyAlgorithms = [-8, -7, -257];

/** Whom passkeys are made for: the host of the product's own pages, wherever they are framed. */
export function relyingParty({ PUBLIC_URL, BRAND_NAME }: Pick<Config, 'PUBLIC_URL' | 'BRAND_NAME'>) {
  const { hostname, origin } = new URL(PUBLIC_URL);
  return { id: hostname, origin, name: BRAND_NAME };
}
