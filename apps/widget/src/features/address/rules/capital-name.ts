/** A name as it is usually written: its first letter in upper case (5-15); the rest stays. */
export function capitalName(name: string): string {
  const [first = ''] = name;
  return first.toLocaleUpperCase() + name.slice(first.length);
}
