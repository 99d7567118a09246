import { useId } from 'react';
import { BrandCheck } from './brand-check.tsx';
import { type OptionField, type OptionName, namesOf, optionFields, sections } from './option-fields.ts';
import type { Choices } from './choices.ts';
import { Colour } from './colour-field.tsx';

interface OptionPanelProps {
  choices: Choices;
  onChange: (name: OptionName, value: string) => void;
}

/** The form of all options, in sections. */
export function OptionPanel({ choices, onChange }: OptionPanelProps) {
  return (
    <form className="options" aria-label="Options" onSubmit={(event) => event.preventDefault()}>
      {sections.map((section) => (
        <details key={section} open={section === 'Start' || section === 'Exchange' || section === 'Look'}>
          <summary>
            <h2>{section}</h2>
          </summary>
          {namesOf(section).map((name) => (
            <Option key={name} name={name} value={choices[name] ?? ''} onChange={(value) => onChange(name, value)} />
          ))}
          {section === 'Look' && <BrandCheck choices={choices} onRepair={onChange} />}
        </details>
      ))}
    </form>
  );
}

interface OptionProps {
  name: OptionName;
  value: string;
  onChange: (value: string) => void;
}

function Option({ name, value, onChange }: OptionProps) {
  const field = optionFields[name];
  if (field.kind === 'names') return <Names field={field} value={value} onChange={onChange} />;
  return <OneValue field={field} value={value} onChange={onChange} />;
}

type FieldProps = Omit<OptionProps, 'name'> & { field: OptionField };

function OneValue({ field, value, onChange }: FieldProps) {
  const id = useId();
  const props = { id, value, 'aria-describedby': field.help === undefined ? undefined : `${id}-help` };
  const plain = { ...props, spellCheck: false, autoComplete: 'off' };
  return (
    <div className="field">
      <label htmlFor={id}>{field.label}</label>
      {field.kind === 'choice' && (
        <select {...props} onChange={(event) => onChange(event.target.value)}>
          <option value="">left out</option>
          {field.values?.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
      {field.kind === 'long' && <textarea {...plain} onChange={(event) => onChange(event.target.value)} />}
      {field.kind === 'colour' && <Colour {...props} label={field.label} onChange={onChange} />}
      {(field.kind === 'text' || field.kind === 'amount') && (
        <input
          {...plain}
          inputMode={field.kind === 'amount' ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      )}
      {field.help !== undefined && <small id={`${id}-help`}>{field.help}</small>}
    </div>
  );
}

function Names({ field, value, onChange }: FieldProps) {
  const names = value.split(' ').filter((name) => name !== '');
  const toggle = (name: string, isOn: boolean) =>
    onChange((field.values ?? []).filter((one) => (one === name ? isOn : names.includes(one))).join(' '));
  return (
    <fieldset className="names">
      <legend>{field.label}</legend>
      {field.help !== undefined && <small>{field.help}</small>}
      {field.values?.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={names.includes(name)}
            onChange={(event) => toggle(name, event.target.checked)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
