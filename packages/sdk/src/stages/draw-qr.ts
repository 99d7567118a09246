const namespace = 'http://www.w3.org/2000/svg';

/** A QR code as a picture with a name. */
export function drawQr(rows: readonly (readonly boolean[])[], label: string): SVGElement {
  const svg = document.createElementNS(namespace, 'svg');
  const path = document.createElementNS(namespace, 'path');
  const squares = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  path.setAttribute('d', squares.join(''));
  svg.setAttribute('viewBox', `0 0 ${rows.length} ${rows.length}`);
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  svg.append(path);
  return svg;
}
