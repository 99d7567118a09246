import { useEffect, useEffectEvent, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './price-chart.module.css';

const height = 200;

interface Point {
  /** Unix seconds. */
  at: number;
  price: string;
}

interface PricePlotProps {
  points: readonly Point[];
  /** What the line says, for those who do not see it. */
  label: string;
  axis: (at: number) => string;
  price: (price: string) => string;
  /** The place of the point under the pointer; undefined when it has left. */
  onPoint: (index: number | undefined) => void;
}

/** The line of a price. A price becomes a number here alone, as a place on the screen. */
export function PricePlot({ points, label, axis, price, onPoint }: PricePlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const point = useEffectEvent(onPoint);
  const texts = useEffectEvent((at: number) => axis(at));
  const amounts = useEffectEvent((amount: string) => price(amount));
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    let plot: UPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = new UPlot(
        optionsOf(current, { texts, amounts, point, points }),
        [points.map(({ at }) => at), points.map((one) => Number(one.price))],
        current,
      );
    };
    draw();
    const sizes = new ResizeObserver(() => plot?.setSize({ width: current.clientWidth, height }));
    sizes.observe(current);
    scheme.addEventListener('change', draw);
    return () => {
      scheme.removeEventListener('change', draw);
      sizes.disconnect();
      plot?.destroy();
    };
  }, [points]);
  return <div ref={box} className={styles.plot} role="img" aria-label={label} />;
}

interface Drawing {
  points: readonly Point[];
  texts: (at: number) => string;
  amounts: (amount: string) => string;
  point: (index: number | undefined) => void;
}

function optionsOf(box: HTMLElement, { points, texts, amounts, point }: Drawing): UPlot.Options {
  const style = getComputedStyle(box);
  // A canvas knows no custom properties: the box carries the three colours as properties of its own.
  const { color: line, borderTopColor: grid, outlineColor: ink } = style;
  const isRtl = style.direction === 'rtl';
  const font = `12px ${style.fontFamily}`;
  const axis = { stroke: ink, font, ticks: { show: false }, grid: { stroke: grid, width: 1 } };
  const decimals = Math.max(0, ...points.map(({ price }) => price.split('.')[1]?.length ?? 0));
  return {
    width: box.clientWidth,
    height,
    // Place for the highest price's text above its line.
    padding: [12, 8, 0, 8],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8, fill: line } },
    scales: { x: { time: true, dir: isRtl ? -1 : 1 }, y: { range: (_plot, low, high) => roomOf(low, high) } },
    axes: [
      { ...axis, grid: { show: false }, space: 72, size: 28, values: (_plot, places) => places.map(texts) },
      {
        ...axis,
        side: isRtl ? 1 : 3,
        space: 48,
        size: (_plot, values) => 12 + 7 * Math.max(0, ...(values ?? []).map(({ length }) => length)),
        values: (_plot, places) => places.map((place) => figureOf(amounts(place.toFixed(decimals)))),
      },
    ],
    series: [{}, { stroke: line, width: 2, points: { show: false } }],
    hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? undefined)] },
  };
}

/** A line that never moved has room too. */
function roomOf(low: number, high: number): [number, number] {
  const room = (high - low || high || 1) * 0.08;
  return [low - room, high + room];
}

/** '58 000' of '58 000 EUR': an axis has no room for its currency. */
const figureOf = (amount: string) => amount.slice(0, amount.lastIndexOf('\u00A0'));
