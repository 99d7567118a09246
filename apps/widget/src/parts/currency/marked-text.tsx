import styles from './marked-text.module.css';
import { plainText } from './search-currencies.ts';

/** A text with the searched parts underlined: not by colour alone. */
export function MarkedText({ text, words }: { text: string; words: string }) {
  const searched = plainText(words.trim());
  const at = searched === '' ? -1 : plainText(text).indexOf(searched);
  // A text whose length changes without its accents cannot be cut by position.
  if (at < 0 || plainText(text).length !== text.length) return text;
  const end = at + searched.length;
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mark}>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
