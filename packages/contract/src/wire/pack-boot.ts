import type { BootData } from '../boot/boot-data.ts';
import type {
  ConfigAnswer,
  CurrencyConfigEntry,
  CurrencyGroup,
  PaymentOption,
  SiteConfig,
} from '../shapes/site-config.ts';
import { toColumns, type Columns } from './columns.ts';

/** A list of currencies with their options: each entry's own facts, how many options it has, and all options. */
export interface PackedSelect {
  entries: Columns<Omit<CurrencyGroup, 'groups'>>;
  counts: number[];
  options: Columns<PaymentOption>;
}

/** The boot data as the page carries it: its long tables by columns, so that the page stays small. */
export interface PackedBoot extends Omit<BootData, 'config'> {
  config: Omit<ConfigAnswer, 'swConfig' | 'currencyConfig'> & {
    swConfig: Omit<SiteConfig, 'payinSelect' | 'payoutSelect'>;
    payinSelect: PackedSelect;
    payoutSelect: PackedSelect;
    codes: string[];
    currencies: Columns<CurrencyConfigEntry>;
  };
}

/** Packs the boot data for the page. */
export function packBoot({ config, ...boot }: BootData): PackedBoot {
  const { swConfig, currencyConfig, ...rest } = config;
  const { payinSelect, payoutSelect, ...site } = swConfig;
  return {
    ...boot,
    config: {
      ...rest,
      swConfig: site,
      payinSelect: packSelect(payinSelect),
      payoutSelect: packSelect(payoutSelect),
      codes: Object.keys(currencyConfig),
      currencies: toColumns(Object.values(currencyConfig)),
    },
  };
}

function packSelect(select: readonly CurrencyGroup[]): PackedSelect {
  return {
    entries: toColumns(select.map(({ groups: _groups, ...entry }) => entry)),
    counts: select.map(({ groups }) => groups.length),
    options: toColumns(select.flatMap(({ groups }) => groups)),
  };
}
