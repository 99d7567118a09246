import type { Presets } from '@causeway/contract/shapes/presets';
import { Refusal } from '../../errors.ts';
import { isOwnAddress } from '../partners/is-own-address.ts';
import type { Partner } from '../partners/partner.ts';

const fields = { httpReturnSuccess: 'http_return_success', httpReturnFailed: 'http_return_failed' } as const;

/** A return button leads to the partner's own pages and nowhere else. @throws Refusal FIELD_INVALID */
export function checkReturnAddresses(partner: Partner, presets: Presets): void {
  for (const name of ['httpReturnSuccess', 'httpReturnFailed'] as const) {
    const address = presets[name];
    if (address === undefined || isOwnAddress(partner, address)) continue;
    throw new Refusal({ code: 'FIELD_INVALID', field: fields[name], values: { fault: 'origin' } });
  }
}
