import { contrast } from '@causeway/domain/theme/safe-brand';
import { judgeColours } from './judge-colours.ts';
import { optionFields, type OptionName } from './option-fields.ts';
import type { Choices } from './choices.ts';

interface BrandCheckProps {
  choices: Choices;
  onRepair: (name: OptionName, value: string) => void;
}

/** The readable shades that the widget makes of the colours, and a press that takes each over. */
export function BrandCheck({ choices, onRepair }: BrandCheckProps) {
  const { pairs, faults } = judgeColours(choices);
  if (pairs.length === 0 && faults.length === 0) return null;
  return (
    <div className="brand" role="status">
      {pairs.map(({ label, fill, text }) => (
        <span key={label} className="swatch" style={{ background: fill, color: text }}>
          {label} {contrast(fill, text).toFixed(1)}:1
        </span>
      ))}
      {faults.length === 0 && <p>Readable as it is.</p>}
      {faults.map(({ option, what, repaired }) => (
        <p key={option} className="warning">
          {optionFields[option].label}: {what}{' '}
          <button type="button" onClick={() => onRepair(option, repaired)}>
            {repaired === '' ? 'Leave it out' : 'Use that colour'}
          </button>
        </p>
      ))}
    </div>
  );
}
