/** A name as it is usually written: its first letter is a capital (5-15); everything else stays. */
export function capitalName(name: string): string {
  const [first = ''] = name;
  return first.toLocaleUpperCase() + name.slice(first.length);
}
