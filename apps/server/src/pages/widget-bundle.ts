import { readFile } from 'node:fs/promises';
import type { BootData, CompiledMessage } from '@causeway/contract/boot/boot-data';
import { z } from 'zod';
import type { Language } from '@causeway/domain/languages/languages';
import { getCatalogue } from '../modules/locales/catalogues.ts';
import { compileTexts } from '../modules/locales/compile-texts.ts';

const folder = new URL('../../../widget/dist/', import.meta.url);

const manifestEntry = z.object({
  file: z.string(),
  isEntry: z.boolean().optional(),
  css: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
});
type Manifest = Record<string, z.output<typeof manifestEntry>>;

const prerenderModule = z.object({
  render: z.custom<(boot: BootData) => PrerenderedPage>((value) => typeof value === 'function'),
  isPagePath: z.custom<(path: string) => boolean>((value) => typeof value === 'function'),
  isFirstScreenText: z.custom<(key: string) => boolean>((value) => typeof value === 'function'),
  names: z.object({ modes: z.array(z.string()), routes: z.array(z.string()) }),
});

/** Names that a page may choose from. */
export type OptionNames = z.output<typeof prerenderModule>['names'];

/** What the prerender bundle makes of the boot data. */
export interface PrerenderedPage {
  /** Markup of the application's root. */
  html: string;
  /** Symbols that the markup's icons refer to. */
  icons: string;
  /** Custom properties for `:root`, the partner's colours made safe. */
  theme: Readonly<Record<string, string>>;
  /** The screen that the address asks for. */
  view: string;
}

/** The built widget, an artefact that the server loads: prerenderer, script, styles and fonts of the first screen. */
export interface WidgetBundle {
  render(boot: BootData): PrerenderedPage;
  /** Whether the widget has a page at this path, without the language segment. */
  isPagePath(path: string): boolean;
  /** Whether the first screen needs this text. */
  isFirstScreenText(key: string): boolean;
  /** Its modes, and the routes that it has screens for. */
  names: OptionNames;
  /** URL of the script. */
  script: string;
  /** URLs of what a screen other than the first needs besides the script: scripts and style sheets. */
  filesOf(view: string): readonly string[];
  /** Styles of the first screen, inlined. */
  css: string;
  /** URL of the whole style sheet, which the script switches on. */
  styles: string;
  /** Runs before hydration, inlined. */
  preHydration: string;
  /** Folder of the hashed files. */
  assets: URL;
}

/**
 * Loads the widget's build.
 *
 * @throws Error that asks to build when there is none
 */
export async function loadWidgetBundle(): Promise<WidgetBundle> {
  const browser = new URL('browser/', folder);
  const manifest = z
    .record(z.string(), manifestEntry)
    .parse(JSON.parse(await readBuilt(new URL('.vite/manifest.json', browser))));
  const entry = Object.values(manifest).find((candidate) => candidate.isEntry === true);
  if (entry === undefined) throw new Error('The widget’s build has no entry. Run `npm run build`.');
  const [styles = ''] = entry.css;
  const prerender = prerenderModule.parse(await import(new URL('prerender/entry-prerender.js', folder).href));
  return {
    render: prerender.render,
    isPagePath: prerender.isPagePath,
    isFirstScreenText: prerender.isFirstScreenText,
    names: prerender.names,
    script: `/${entry.file}`,
    filesOf: (view) => findFiles(manifest, view),
    css: (await readBuilt(new URL('critical.css', browser))).trim(),
    styles: `/${styles}`,
    preHydration: (await readBuilt(new URL('pre-hydration.js', browser))).trim(),
    assets: new URL('assets/', browser),
  };
}

function findFiles(manifest: Manifest, view: string): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  function follow(name: string): void {
    const part = manifest[name];
    // The bundler's helpers are written into the files that use them.
    if (part === undefined || part.isEntry === true || name.startsWith('_rolldown-runtime-') || seen.has(name)) return;
    seen.add(name);
    for (const file of [part.file, ...part.css]) found.add(`/${file}`);
    part.imports.forEach(follow);
  }
  const screen = Object.keys(manifest).find((name) => name.endsWith(`/${view}-view.tsx`));
  if (screen === undefined) return [];
  follow(screen);
  return [...found];
}

async function readBuilt(url: URL): Promise<string> {
  try {
    return await readFile(url, 'utf8');
  } catch (error) {
    throw new Error('The widget is not built. Run `npm run build`.', { cause: error });
  }
}

type IsFirst = WidgetBundle['isFirstScreenText'];

/** Catalogues and bundle do not change while the server runs; going through all texts took half as long as a page. */
const known = new WeakMap<IsFirst, Map<Language, Record<string, CompiledMessage>>>();

/** The compiled texts that are sent with a page. They must not be written to. */
export function firstTexts(isFirst: IsFirst, language: Language): Record<string, CompiledMessage> {
  const texts = known.get(isFirst) ?? new Map<Language, Record<string, CompiledMessage>>();
  known.set(isFirst, texts);
  const found = texts.get(language) ?? compileFirst(isFirst, language);
  texts.set(language, found);
  return found;
}

function compileFirst(isFirst: IsFirst, language: Language): Record<string, CompiledMessage> {
  return compileTexts(language, Object.keys(getCatalogue(language).public).filter(isFirst));
}
