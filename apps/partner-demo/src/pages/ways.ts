import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_FOLDER } from '../client-folder.ts';
import type { PartnerDemoConfig } from '../config.ts';
import { escapeHtml } from './escape-html.ts';

export type Theme = 'light' | 'dark' | 'auto';

/** One way of putting the widget on a page. */
export interface Way {
  path: string;
  name: string;
  /** Said above the code. */
  about: string;
  /** File of the browser part. */
  entry: string;
  /** The code that a partner writes, as it really runs on this page. */
  code: (config: PartnerDemoConfig, theme: Theme) => string;
  /** The place of the widget. */
  slot: (config: PartnerDemoConfig, theme: Theme) => string;
}

const source = (file: string) => readFileSync(join(CLIENT_FOLDER, 'shown', file), 'utf8').trim();

const threeLines = ({ productOrigin, partnerKey }: PartnerDemoConfig, theme: Theme) =>
  `<script src="/assets/causeway.js" defer></script>
<causeway-widget origin="${escapeHtml(productOrigin)}" partner-key="${escapeHtml(partnerKey)}"
  theme="${theme}" brand="8a3b22" radius="6px" payin-amount="250"></causeway-widget>`;

const emptyBox = ({ productOrigin, partnerKey }: PartnerDemoConfig, theme: Theme) =>
  `<div id="pay" data-origin="${escapeHtml(productOrigin)}" data-partner-key="${escapeHtml(partnerKey)}" data-theme-choice="${theme}"></div>`;

/** The ways that the demo shows, in the order of the menu. */
export const WAYS: readonly Way[] = [
  {
    path: '/',
    name: 'Script tag',
    about: 'Three lines of HTML: the script defines the element, attributes are the options.',
    entry: 'script-tag.js',
    code: threeLines,
    slot: threeLines,
  },
  {
    path: '/module',
    name: 'Module',
    about: 'From a package manager: mount() gives a handle to listen, send, update and unmount.',
    entry: 'module.js',
    code: () => source('module.ts'),
    slot: emptyBox,
  },
  {
    path: '/react',
    name: 'React',
    about: 'A component with a callback for each event; strict mode and server rendering included.',
    entry: 'react.js',
    code: () => source('react.tsx'),
    slot: emptyBox,
  },
];
