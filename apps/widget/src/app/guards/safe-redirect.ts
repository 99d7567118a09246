/** A `redirect` query that stays in this application, or undefined. */
export function safeRedirect(redirect: string | undefined): string | undefined {
  if (redirect === undefined || !redirect.startsWith('/') || /^\/[/\\]/.test(redirect)) return undefined;
  return hasControl(redirect) ? undefined : redirect;
}

// Browsers drop tabs and line breaks from URLs: '/\t/evil.example' would leave the site.
function hasControl(text: string): boolean {
  return [...text].some((letter) => letter < ' ');
}
