type Values = Readonly<Record<string, string | number>>;

/** Values for a text that is shown as markup: their own markup becomes text. */
export function escapeMarkup(values: Values): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? escape(value) : value]),
  );
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
