import type { ReactNode } from 'react';
import text from './text.module.css';

interface ValueProps {
  sentence: string;
  value: string;
}

/** A sentence with one of its values in stronger type, such as an address or an amount. */
export function StrongValue({ sentence, value }: ValueProps) {
  return dressed(sentence, value, text.label);
}

/** A sentence with one of its values on one line, such as the number of an order. */
export function WholeValue({ sentence, value }: ValueProps) {
  return dressed(sentence, value, 'num');
}

function dressed(sentence: string, value: string, className: string | undefined): ReactNode {
  const at = sentence.indexOf(value);
  if (at < 0 || value === '') return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <span className={className}>{value}</span>
      {sentence.slice(at + value.length)}
    </>
  );
}
