import { contrast, safeBrand } from '@causeway/domain/theme/safe-brand';

/** Least contrast of text that a person can read: WCAG 2, level AA. */
const readable = 4.5;
const surface = '#fefdfc';

/** The readable shades that the widget makes of a brand colour, and a press that takes the light one over. */
export function BrandCheck({ brand, onRepair }: { brand: string; onRepair: (brand: string) => void }) {
  const safe = safeBrand(`#${brand}`);
  if (safe === undefined)
    return brand === '' ? null : <p className="warning">A colour has six hex digits, such as e6007a.</p>;
  const reached = contrast(`#${brand}`, surface);
  const isReadable = safe['--cw-brand'] === `#${brand.toLowerCase()}`;
  return (
    <div className="brand" role="status">
      <Swatch label="Light" fill={safe['--cw-brand']} text={safe['--cw-on-brand']} />
      <Swatch label="Dark" fill={safe['--cw-brand-dark']} text={safe['--cw-on-brand-dark']} />
      {isReadable ? (
        <p>Readable as it is: {reached.toFixed(1)} to 1 on the widget’s surface.</p>
      ) : (
        <p className={reached < readable ? 'warning' : ''}>
          {reached.toFixed(1)} to 1 on the widget’s surface, so the widget shows {safe['--cw-brand']}.{' '}
          <button type="button" onClick={() => onRepair(safe['--cw-brand'].slice(1))}>
            Use that colour
          </button>
        </p>
      )}
    </div>
  );
}

function Swatch({ label, fill, text }: { label: string; fill: string; text: string }) {
  return (
    <span className="swatch" style={{ background: fill, color: text }}>
      {label} {contrast(fill, text).toFixed(1)}:1
    </span>
  );
}
