import text from './text.module.css';

/** A sentence with one of its values in stronger type, such as an address or an amount. */
export function StrongValue({ sentence, value }: { sentence: string; value: string }) {
  const at = sentence.indexOf(value);
  if (at < 0 || value === '') return sentence;
  return (
    <>
      {sentence.slice(0, at)}
      <span className={text.label}>{value}</span>
      {sentence.slice(at + value.length)}
    </>
  );
}
