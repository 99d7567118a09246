/** As many rows as a person reads. */
const rowsMost = 32;

/** Some of the points at even steps, counted back from the last one, which is always among them. */
export function thinOut<Point>(points: readonly Point[]): Point[] {
  const step = Math.max(1, Math.ceil(points.length / rowsMost));
  return points.filter((_, index) => (points.length - 1 - index) % step === 0);
}
