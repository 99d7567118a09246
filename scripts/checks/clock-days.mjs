import { isGenerated, isTest } from './source-files.mjs';

const now = String.raw`\b(?:now|clock\.now\(\))`;
const days = [
  new RegExp(String.raw`${now}\.toISOString\(\)\.slice\(0, (?:7|10)\)`),
  new RegExp(String.raw`${now}(?:\.getTime\(\))? - \w*(?:[dD]ay|[wW]eek|[mM]onth|guard|wait)\w*Ms\b`),
  /\bnow\.getTime\(\) - \w+\.getTime\(\) < (?:day|week|guard|wait)Ms\b/,
];

/** Where a day or an age lets no money go, or what it lets go is booked in the same transaction. */
const harmless = new Set([
  'apps/server/src/modules/address-recovery/recover-addresses.ts',
  'apps/server/src/modules/affiliate/routes.ts',
  'apps/server/src/modules/auth/forget-spent.ts',
  'apps/server/src/modules/discounts/turnover.ts',
  'apps/server/src/modules/price-history/read-price-history.ts',
  'apps/server/src/modules/rates/market-samples.ts',
  // Who asks for this proves the clock.
  'apps/server/src/modules/owner-proof/sensitive-acts.ts',
]);

/**
 * What limits money by a day or an age proves the clock of its process right in the same transaction: a server or a
 * program whose clock is a day off would have a limit of its own.
 */
export function checkClockDays(sources) {
  const product = sources.filter(
    ({ path }) => path.startsWith('apps/server/src/') && !isTest(path) && !isGenerated(path),
  );
  const faults = product.flatMap(({ path, text }) => {
    if (harmless.has(path) || text.includes('requireRightClock(')) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        days.some((day) => day.test(line))
          ? [`${path}:${index + 1} makes a day or an age of the clock: requireRightClock first`]
          : [],
      );
  });
  return { faults, note: `${product.length} files` };
}
