/** Integer division rounded up. Both operands non-negative, the divisor above zero. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Integer division rounded down. Both operands non-negative, the divisor above zero. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  return dividend / divisor;
}
