import { findFunctions } from './find-functions.mjs';
import { isGenerated, isTest } from './source-files.mjs';

const fileMax = 300;
const functionMax = 70;

/** Tables of data are as long as their data. */
const dataTables = [
  /\/currencies\/[\w-]*(?:table|list|currencies|fiat|crypto)[\w-]*\.ts$/,
  /\/seed\/[\w-]+\.ts$/,
  /\/icons\/[\w-]+\.ts$/,
];

/** Files and functions that are too long, and the sizes of the rest. */
export function checkSizes(sources) {
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
  return { faults, note: `files: ${spread(lengths)}; functions: ${spread(functions)}` };
}

function spread(items) {
  const sorted = items.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return `${sorted.length}, median ${at(0.5)}, p90 ${at(0.9)}, longest ${sorted.at(-1) ?? 0} lines`;
}
