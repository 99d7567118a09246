import type { Partner } from './partner.ts';

/** Whether a page is on one of the partner's own origins. */
export function isOwnAddress({ allowedOrigins }: Pick<Partner, 'allowedOrigins'>, address: string): boolean {
  return URL.canParse(address) && allowedOrigins.includes(new URL(address).origin);
}
