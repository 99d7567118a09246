import { minify, type MinifyOptions } from 'terser';
import type { Plugin } from 'vite';

// A function of an object becomes a method, which nothing here calls with `new`. Constants stay where the bundler's
// minifier has put them: moved, they compress worse.
const options = {
  module: true,
  ecma: 2020,
  compress: { passes: 3, unsafe_methods: true, lhs_constants: false },
} satisfies MinifyOptions;

// The whole script runs at once. A browser that knows this line compiles it beside the main thread, while it comes.
const compileAll = '//# allFunctionsCalledOnLoad\n';

/** What the first presses wait for: a slow phone compiled it in the middle of drawing. */
const compiledWhole = /^(?:sheets|steps|auth-view|app-menu|currency-picker)$/;

/** The end of each of React's messages, after the address that says the same. */
const advice =
  ' for the full message or use the non-minified dev environment for full errors and additional helpful warnings.';

/**
 * Minifies the script of the first screen once more: a second minifier finds 1 % that the bundler's leaves, and the
 * first screen alone is worth its time.
 */
export function squeezeEntry(): Plugin {
  return {
    name: 'squeeze-entry',
    enforce: 'post',
    // Names are made before this: what it does to the script counts for the script's name.
    augmentChunkHash: ({ isEntry, name }) =>
      isEntry ? JSON.stringify([options, compileAll, advice]) : compiledWhole.test(name) ? compileAll : undefined,
    generateBundle: {
      // After the builder has written the list of styles into the script.
      order: 'post',
      async handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          if (compiledWhole.test(chunk.name)) chunk.code = compileAll + chunk.code;
          if (!chunk.isEntry) continue;
          const { code } = await minify(chunk.code.replaceAll(advice, ''), options);
          if (code === undefined) throw new Error(`${chunk.fileName} could not be minified.`);
          chunk.code = compileAll + code;
        }
      },
    },
  };
}
