import { findFunctions } from './find-functions.mjs';
import { isGenerated, isTest } from './source-files.mjs';

const fileMax = 300;
const functionMax = 70;
/** A spread of fewer files says nothing. */
const fewest = 100;
/** What is reached; the first only ever rises, the second only ever falls. */
const limits = { median: 42, p90: 120 };

/** Tables of data are as long as their data. */
const dataTables = [
  /\/currencies\/[\w-]*(?:table|list|currencies|fiat|crypto)[\w-]*\.ts$/,
  /\/seed\/[\w-]+\.ts$/,
  /\/icons\/[\w-]+\.ts$/,
];

/** Files and functions that are too long, and the sizes of the rest. */
export function checkSizes(sources, most = limits) {
  const files = sources.filter(
    ({ path }) => !isTest(path) && !isGenerated(path) && !dataTables.some((table) => table.test(path)),
  );
  const lengths = files.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }));
  const functions = files.flatMap(({ path, text }) => findFunctions(text).map((found) => ({ path, ...found })));
  const faults = [
    ...lengths
      .filter(({ lines }) => lines > fileMax)
      .map(({ path, lines }) => `${path} has ${lines} lines; ${fileMax} at most`),
    ...functions
      .filter(({ lines }) => lines > functionMax)
      .map(({ path, line, name, lines }) => `${path}:${line} ${name} has ${lines} lines; ${functionMax} at most`),
  ];
  return {
    faults: [...faults, ...checkSpread(lengths, most)],
    note: `files: ${spread(lengths)}; functions: ${spread(functions)}`,
  };
}

/** A tree of shards falls below the median, one of rooms in one file rises above the rest. */
function checkSpread(lengths, { median, p90 }) {
  if (lengths.length < fewest) return [];
  const found = { median: at(lengths, 0.5), p90: at(lengths, 0.9) };
  return [
    ...(found.median < median ? [`the median file has ${found.median} lines; ${median} at least`] : []),
    ...(found.p90 > p90 ? [`one file of ten has more than ${found.p90} lines; ${p90} at most`] : []),
  ];
}

function spread(items) {
  const longest = Math.max(0, ...items.map(({ lines }) => lines));
  return `${items.length}, median ${at(items, 0.5)}, p90 ${at(items, 0.9)}, longest ${longest} lines`;
}

function at(items, part) {
  const sorted = items.map(({ lines }) => lines).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
