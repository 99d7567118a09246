import { isTest } from './source-files.mjs';

/** Files that import one another, each circle once. */
export function findCircles(importers) {
  const seen = new Set();
  return [...openFiles(importers)].flatMap(([path, by], _index, open) => {
    if (seen.has(path) || by.size === 0) return [];
    const graph = new Map(open);
    const round = [...reach(path, graph)].filter((other) => reach(other, graph).has(path));
    for (const other of round) seen.add(other);
    return round.includes(path) ? [round.join(' and ')] : [];
  });
}

/** What remains when every file that nothing imports is taken away, again and again. */
function openFiles(importers) {
  const open = new Map([...importers].map(([path, by]) => [path, new Set(by)]));
  for (let isFound = true; isFound;) {
    isFound = false;
    for (const [path, by] of open) {
      if (by.size > 0) continue;
      open.delete(path);
      for (const others of open.values()) others.delete(path);
      isFound = true;
    }
  }
  return open;
}

function reach(path, graph) {
  const found = new Set();
  const waiting = [...(graph.get(path) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(graph.get(next) ?? []));
  }
  return found;
}

/** Rooms of one tier may use each other only in one direction; so may the folders of any other package. */
export function findRoomCircles(edges, roomOf) {
  const graph = new Map();
  for (const edge of edges) {
    const [source, target] = [roomOf(edge.from), roomOf(edge.to)];
    if (isTest(edge.from) || source === undefined || target === undefined || source === target) continue;
    const targets = graph.get(source) ?? new Map();
    targets.set(target, [...(targets.get(target) ?? []), edge]);
    graph.set(source, targets);
  }
  return [...graph].flatMap(([source, targets]) =>
    [...targets].flatMap(([target, between]) => {
      // Of the two directions the one with fewer imports is the wrong one.
      const back = reaches(graph, target, source);
      const against = graph.get(target)?.get(source)?.length ?? Infinity;
      const odd = between.length < against || (between.length === against && source < target);
      return back && odd
        ? between.map(({ from, line }) => `${from}:${line} closes a circle between ${source} and ${target}`)
        : [];
    }),
  );
}

function reaches(graph, start, goal, seen = new Set()) {
  if (start === goal) return true;
  if (seen.has(start)) return false;
  seen.add(start);
  return [...(graph.get(start)?.keys() ?? [])].some((next) => reaches(graph, next, goal, seen));
}
