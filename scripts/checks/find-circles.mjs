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
