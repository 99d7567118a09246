interface ColourProps {
  id: string;
  value: string;
  label: string;
  onChange: (value: string) => void;
}

/** Six hex digits, typed or picked. */
export function Colour({ id, value, label, onChange }: ColourProps) {
  const isWhole = /^[\da-f]{6}$/i.test(value);
  return (
    <span className="colour">
      <input
        id={id}
        value={value}
        placeholder="006271"
        maxLength={7}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.trim().replace('#', ''))}
      />
      <input
        type="color"
        aria-label={`Pick: ${label}`}
        value={`#${isWhole ? value : '006271'}`}
        onChange={(event) => onChange(event.target.value.slice(1))}
      />
    </span>
  );
}
