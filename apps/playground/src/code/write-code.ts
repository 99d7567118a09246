import { frameMarkup, orderLink } from '@causeway/sdk';
import { type OptionName, optionFields } from '../option-fields.ts';
import { type Choices, chosen } from '../choices.ts';
import { type Chosen, attributes, withOrigin, writeElement, indent, properties, writeProp } from './write-element.ts';

export const codeKinds = [
  'HTML',
  'HTML, frame first',
  'TypeScript',
  'React',
  'Next',
  'Vue',
  'Svelte',
  'Angular',
  'WordPress',
  'Link',
] as const;
export type CodeKind = (typeof codeKinds)[number];

/** The code that puts this widget on a page of that kind. */
export function writeCode(kind: CodeKind, origin: string, choices: Choices): string {
  return writers[kind](origin, chosen(choices));
}

const writers: Readonly<Record<CodeKind, (origin: string, options: Chosen) => string>> = {
  HTML: (origin, options) =>
    `<script src="${origin}/causeway.js" async></script>\n${writeElement(attributes(options))}`,
  'HTML, frame first': (origin, options) => {
    const { display = 'inline', ...given } = Object.fromEntries(options);
    // Only a frame in the page itself can begin with it, and an amount that is none has no address.
    const isFramed = display === 'inline' && options.every(([name, value]) => isPossible(name, value));
    return [
      `<script src="${origin}/causeway.js" async></script>`,
      ...(isFramed ? [frameMarkup({ partnerKey: '', ...given, origin })] : []),
      writeElement(attributes(options)),
    ].join('\n');
  },
  TypeScript: (origin, options) => {
    const lines = properties([['origin', origin], ...options]);
    return `import { mount } from '@causeway/sdk';

const widget = mount('#pay', {
${lines.join('\n')}
});
widget.on('change-order', ({ orderId, orderStatus }) => console.log(orderId, orderStatus));`;
  },
  React: (origin, options) => {
    const lines = [['origin', origin] as const, ...options].map(([name, value]) => `      ${writeProp(name, value)}`);
    return `import { CausewayWidget } from '@causeway/sdk/react';

export function Pay() {
  return (
    <CausewayWidget
${lines.join('\n')}
      onChangeOrder={({ orderId, orderStatus }) => console.log(orderId, orderStatus)}
    />
  );
}`;
  },
  // Functions cannot be handed from a server component: with one the file is the client's.
  Next: (origin, options) => `'use client';\n\n${writers.React(origin, options)}`,
  Vue: (origin, options) => `<script setup lang="ts">
import '@causeway/sdk/element';
import type {} from '@causeway/sdk/vue';
import type { ElementListener } from '@causeway/sdk/element';

const follow: ElementListener<'change-order'> = ({ detail }) => console.log(detail.orderId, detail.orderStatus);
</script>

<template>
${indent(writeElement([...withOrigin(origin, options), '@change-order="follow"']))}
</template>`,
  Svelte: (origin, options) => `<script lang="ts">
import '@causeway/sdk/element';
import type { ElementListener } from '@causeway/sdk/element';

const follow: ElementListener<'change-order'> = ({ detail }) => console.log(detail.orderId, detail.orderStatus);
</script>

${writeElement([...withOrigin(origin, options), 'onchange-order={follow}'])}`,
  Angular: (origin, options) => `import '@causeway/sdk/element';
import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';

@Component({
  selector: 'app-pay',
  standalone: true,
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`${writeElement([...withOrigin(origin, options), '(change-order)="follow($event)"']).replaceAll(/[\\`$]/g, String.raw`\$&`)}\`,
})
export class Pay {
  follow(event: Event): void {
    if (event instanceof CustomEvent) console.log(event.detail);
  }
}`,
  WordPress: (origin, options) => writers.HTML(origin, options),
  Link: (origin, options) => {
    const kept = options.filter(([name, value]) => !isOfPage(name) && isPossible(name, value));
    return orderLink({ ...Object.fromEntries(kept), origin });
  },
};

/** Options of the page around the widget, which a widget on its own does not have. */
const isOfPage = (name: OptionName): boolean => name === 'display' || name === 'needs' || name === 'title';

const isPossible = (name: OptionName, value: string): boolean =>
  optionFields[name].kind !== 'amount' || isDecimal(value);

const isDecimal = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text);
