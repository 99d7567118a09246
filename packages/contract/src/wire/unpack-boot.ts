import type { BootData } from '../boot/boot-data.ts';
import type { CurrencyGroup } from '../shapes/site-config.ts';
import { toRows } from './columns.ts';
import type { PackedBoot, PackedSelect } from './pack-boot.ts';

/** The boot data of a page, from what the page carries. */
export function unpackBoot({ config, ...boot }: PackedBoot): BootData {
  const { swConfig, payinSelect, payoutSelect, codes, currencies, ...rest } = config;
  const entries = toRows(currencies);
  return {
    ...boot,
    config: {
      ...rest,
      swConfig: { ...swConfig, payinSelect: unpackSelect(payinSelect), payoutSelect: unpackSelect(payoutSelect) },
      currencyConfig: Object.fromEntries(
        codes.flatMap((code, index) => {
          const entry = entries[index];
          return entry === undefined ? [] : [[code, entry]];
        }),
      ),
    },
  };
}

function unpackSelect({ entries, counts, options }: PackedSelect): CurrencyGroup[] {
  const all = toRows(options);
  return toRows(entries).map((entry, index) => ({ ...entry, groups: all.splice(0, counts[index]) }));
}
