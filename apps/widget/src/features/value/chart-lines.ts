/** A value of a day, as decimal text; empty where it is not known. */
interface Point {
  value: string;
}

interface Box {
  width: number;
  height: number;
}

/** Paths of the known values from zero to the highest: one for each stretch without a gap. */
export function linesOf(points: readonly Point[], { width, height }: Box): { line: string; area: string }[] {
  // A place on the screen: what is said in figures comes from the text itself.
  const values = points.map(({ value }) => (value === '' ? undefined : Number(value)));
  const highest = Math.max(...values.map((value) => value ?? 0));
  const x = (at: number) => (points.length < 2 ? 0 : (at / (points.length - 1)) * width);
  const y = (value: number) => (highest === 0 ? height : height - (value / highest) * height);
  const stretches: string[][] = [];
  let isOpen = false;
  for (const [at, value] of values.entries()) {
    if (value === undefined) isOpen = false;
    else {
      const place = `${round(x(at))},${round(y(value))}`;
      if (isOpen) stretches.at(-1)?.push(place);
      else stretches.push([place]);
      isOpen = true;
    }
  }
  return stretches.map((places) => {
    // One day alone is a line over the whole width where it is the only one, else a dot.
    const all =
      places.length > 1
        ? places
        : [...places, `${points.length === 1 ? width : round(xOf(places[0]) + 2)},${yOf(places[0])}`];
    const line = `M${all.join('L')}`;
    return { line, area: `${line}L${xOf(all.at(-1))},${height}L${xOf(all[0])},${height}Z` };
  });
}

const xOf = (place = '') => Number(place.split(',')[0]);
const yOf = (place = '') => place.split(',')[1] ?? '0';
const round = (value: number) => Math.round(value * 10) / 10;
