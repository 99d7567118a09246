import { basePrices, steadyAssets } from './base-prices.ts';
import { toUnits } from './price-units.ts';
import { createSteps } from './random-walk.ts';

export type Asset = {
  base: bigint;
  eur: bigint;
  /** Set by hand; otherwise the EUR price over the price of the dollar. */
  usd: bigint | undefined;
  spread: bigint;
  held: boolean;
  step: () => bigint;
};

const cryptoSpread = 600n;
const steadySpread = 400n;

/** Every asset at its base price. */
export function startAssets(seed: string): Map<string, Asset> {
  return new Map(
    Object.entries(basePrices).map(([asset, text]) => {
      const base = toUnits(text) ?? 0n;
      return [
        asset,
        {
          base,
          eur: base,
          usd: undefined,
          spread: steadyAssets.has(asset) ? steadySpread : cryptoSpread,
          held: false,
          step: createSteps(seedOf(seed, asset), largestStep(asset)),
        },
      ];
    }),
  );
}

/** The asset that was MATIC walks as POL, whose name it has now. */
export function seedOf(seed: string, asset: string): string {
  return `${seed}:${asset === 'MATIC' ? 'POL' : asset}`;
}

/** Parts per million per tick; all prices are counted in euro, so the euro does not move. */
function largestStep(asset: string): number {
  if (asset === 'EUR') return 0;
  return steadyAssets.has(asset) ? 20 : 400;
}
