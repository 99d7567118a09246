import { isTest } from './source-files.mjs';
import { readFunctions } from './read-functions.mjs';

/**
 * Inside a transaction nothing asks the pool: no function that is given a transaction, and no work of one, reads `db`
 * of its context, or hands the whole context on to a function that does, by however many calls. And the loss of a
 * connection is listened to wherever one is opened.
 */
export function checkSecondConnections(sources) {
  const product = sources.filter(({ path }) => path.startsWith('apps/server/src/') && !isTest(path));
  const functions = new Map(product.flatMap(readFunctions));
  const reach = new Map();
  const faults = [...functions.values()].flatMap((found) => [
    ...found.asks.filter(({ isHeld }) => isHeld).map(({ line }) => `${found.path}:${line} ${found.name} asks the pool`),
    ...found.calls.flatMap(({ isHeld, target, line }) => {
      const asker = isHeld ? findAsker(functions, reach, target) : undefined;
      return asker === undefined ? [] : [`${found.path}:${line} ${found.name} asks the pool by ${asker}`];
    }),
  ]);
  return { faults: [...faults, ...findUnheard(sources)], note: `${functions.size} functions` };
}

/** A lost connection is an event too, which ends the program where nothing listens to it. */
function findUnheard(sources) {
  return sources
    .filter(
      ({ path, text }) => !isTest(path) && /new pg\.(?:Client|Pool)\(/.test(text) && !text.includes(".on('error'"),
    )
    .map(({ path }) => `${path} opens a connection and listens to no loss of it: use withClient`);
}

/** The first function on the way from a call that asks the pool. */
function findAsker(functions, reach, target) {
  if (reach.has(target)) return reach.get(target);
  reach.set(target, undefined);
  const found = functions.get(target);
  if (found === undefined) return undefined;
  const rows =
    found.asks.length > 0 ? [found.name] : found.calls.map((call) => findAsker(functions, reach, call.target));
  const asker = rows.find((row) => row !== undefined);
  reach.set(target, asker);
  return asker;
}
