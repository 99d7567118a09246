/** Whether a route name fits a pattern of host settings: `*` stands for any run of characters. */
export function matchName(pattern: string, name: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
