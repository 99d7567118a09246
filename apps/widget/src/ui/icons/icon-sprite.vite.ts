import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { firstIcons, laterIcons } from './icon-names.ts';

const require = createRequire(import.meta.url);

const modules: Record<string, readonly string[]> = {
  'virtual:icons/first': firstIcons,
  'virtual:icons/later': [...firstIcons, ...laterIcons],
};

function symbol(name: string): string {
  const file = readFileSync(require.resolve(`lucide-static/icons/${name}.svg`), 'utf8');
  const shapes = file.slice(file.indexOf('>', file.indexOf('<svg')) + 1, file.lastIndexOf('</svg>'));
  const packed = shapes
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\/> ?/g, '/>')
    .trim();
  return `<symbol id="i-${name}" viewBox="0 0 24 24">${packed}</symbol>`;
}

function symbols(names: readonly string[]): string {
  return names.map(symbol).join('');
}

/**
 * Writes the first screen's symbols into the gallery's page and serves both lists as `virtual:icons/first` and
 * `virtual:icons/later`.
 */
export function iconSprite(): Plugin {
  return {
    name: 'icon-sprite',
    resolveId: (id) => (id in modules ? `\0${id}` : undefined),
    load(id) {
      const names = modules[id.slice(1)];
      return names && id.startsWith('\0') ? `export default ${JSON.stringify(symbols(names))}` : undefined;
    },
    transformIndexHtml: (html) =>
      html.replace(
        '<body>',
        `<body>\n<svg id="icons" width="0" height="0" aria-hidden="true">${symbols(firstIcons)}</svg>`,
      ),
  };
}
