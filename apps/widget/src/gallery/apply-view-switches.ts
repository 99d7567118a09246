import { safeBrand } from '@causeway/domain/theme/safe-brand';

const plain = { radius: '--cw-radius', density: '--cw-density', font: '--cw-font' };

/**
 * Shows the parts with a partner's settings, for a reviewer: ?theme=dark&dir=rtl&brand=8a3b22&radius=6px&density=.88
 */
export function applyViewSwitches(root: HTMLElement, query: URLSearchParams): void {
  const theme = query.get('theme');
  const dir = query.get('dir');
  const brand = query.get('brand');
  if (theme) root.dataset['theme'] = theme;
  if (dir) root.dir = dir;
  for (const [name, variable] of Object.entries(plain)) {
    const value = query.get(name);
    if (value) root.style.setProperty(variable, value);
  }
  const variables = brand && safeBrand(`#${brand}`);
  if (variables)
    for (const [variable, value] of Object.entries({ ...variables })) root.style.setProperty(variable, value);
}
