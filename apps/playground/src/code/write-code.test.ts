import { compileSnippets } from '@causeway/testing/compile-snippets';
import { expect, test } from 'vitest';
import { optionFields } from '../option-fields.ts';
import type { Choices } from '../choices.ts';
import { codeKinds, writeCode } from './write-code.ts';

const origin = 'https://pay.example';

/** A value for every option: the first of a list, and text with each character that code must escape. */
const everything: Choices = Object.fromEntries(
  Object.entries(optionFields).map(([name, { kind, values = [] }]) => {
    if (kind === 'choice') return [name, values[0] ?? ''];
    if (kind === 'names') return [name, values.join(' ')];
    return [name, kind === 'amount' ? '12.50' : kind === 'colour' ? 'e6007a' : `it's "a" <b> & \\ {c} \${d} \`e\``];
  }),
);

const frameworks = `declare module '@angular/core' {
  export const CUSTOM_ELEMENTS_SCHEMA: unique symbol;
  export function Component(how: { selector: string; standalone: boolean; schemas: symbol[]; template: string }): (of: unknown) => void;
}
declare module '@causeway/sdk/vue' {}
`;

test('the code of every kind is one that the compiler accepts, with every option', () => {
  const script = (text: string) => /<script[^>]*lang="ts">\n([\s\S]*?)<\/script>/.exec(text)?.[1] ?? text;
  const files = {
    'plain.ts': writeCode('TypeScript', origin, everything),
    'react.tsx': writeCode('React', origin, everything),
    'next.tsx': writeCode('Next', origin, everything),
    'vue.ts': script(writeCode('Vue', origin, everything)),
    'svelte.ts': script(writeCode('Svelte', origin, everything)),
    'angular.ts': writeCode('Angular', origin, everything),
    'frameworks.d.ts': frameworks,
  };
  const asModules = Object.entries(files).map(([name, text]) => [
    name,
    name.endsWith('.d.ts') ? text : `${text}\nexport {};\n`,
  ]);
  expect(compileSnippets(Object.fromEntries(asModules))).toBe('');
}, 60_000);

test.each(codeKinds)('%s names every chosen option once', (kind) => {
  const code = writeCode(kind, origin, { partnerKey: 'pk_test_shop', payinAmount: '250', flags: 'hideCoupon' });
  for (const name of kind === 'Link' ? ['pk_test_shop', '250', 'hide_coupon=1'] : ['pk_test_shop', '250', 'hideCoupon'])
    if (kind !== 'HTML, frame first' || name === 'hideCoupon') expect(code.split(name)).toHaveLength(2);
});

test('a frame before the element has the same options, where the widget is in the page', () => {
  const kind = 'HTML, frame first';
  const code = writeCode(kind, origin, { partnerKey: 'pk_a', payinAmount: '250', flags: 'hideCoupon' });
  expect(code.split('\n')).toHaveLength(3);
  expect(code).toContain('src="https://pay.example/widget?partner_key=pk_a&amp;payin_amount=250&amp;hide_coupon=1"');
  expect(writeCode(kind, origin, { partnerKey: 'pk_a', display: 'modal' })).not.toContain('<iframe');
  expect(writeCode(kind, origin, { partnerKey: 'pk_a', payinAmount: '1,5' })).not.toContain('<iframe');
});

test('a short element stays on its line', () => {
  expect(writeCode('HTML', origin, { partnerKey: 'pk_a', description: 'a "b" & c' })).toBe(
    `<script src="https://pay.example/causeway.js" async></script>
<causeway-widget partner-key="pk_a" description="a &quot;b&quot; &amp; c"></causeway-widget>`,
  );
});

test('a link leaves out what only a page has, and an amount that is none', () => {
  const link = new URL(
    writeCode('Link', origin, { partnerKey: 'pk_a', display: 'modal', payinAmount: '1,5', title: 'x' }),
  );
  expect(link.pathname + link.search).toBe('/buysell?partner_key=pk_a');
});
