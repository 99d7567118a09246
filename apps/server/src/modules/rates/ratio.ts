/** An exact positive fraction. */
export interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

/** In lowest terms, so that stored fractions stay short. */
export function reduceRatio({ numerator, denominator }: Ratio): Ratio {
  let left = numerator;
  let right = denominator;
  while (right !== 0n) [left, right] = [right, left % right];
  return { numerator: numerator / left, denominator: denominator / left };
}
