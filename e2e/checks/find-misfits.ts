import type { Page } from '@playwright/test';

/**
 * What does not fit the width of the page: a sideways scroll, a control outside the view, a text that is cut, a word
 * of letters alone that is broken without a hyphen, the number of an order that is broken.
 */
export async function findMisfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const faults: string[] = [];
    const scroller = document.documentElement;
    if (scroller.scrollWidth > width) faults.push(`the page is ${scroller.scrollWidth} px wide on ${width} px`);
    const top = document.querySelector('dialog[open]') ?? document.body;
    for (const element of top.querySelectorAll<HTMLElement>(
      'a, button, input, textarea, label, summary, h1, h2, dd, dt, p',
    )) {
      const box = element.getBoundingClientRect();
      if (
        box.width <= 1 ||
        box.height <= 1 ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue;
      const name = `<${element.localName}> ${(element.textContent || element.getAttribute('aria-label')) ?? ''}`.trim();
      if (box.left < -0.5 || box.right > width + 0.5)
        faults.push(`${name} reaches from ${Math.round(box.left)} to ${Math.round(box.right)} on ${width} px`);
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      const isCut = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      if (isCut && !isField) faults.push(`${name} is cut: ${element.scrollWidth} px on ${element.clientWidth} px`);
      // At 200 % zoom a long value scrolls inside its field, as browsers do it.
      if (
        width >= 320 &&
        element instanceof HTMLInputElement &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.type !== 'search'
      )
        faults.push(`the value ${element.value} is cut: ${element.scrollWidth} px on ${element.clientWidth} px`);
    }
    // A sheet, and the page itself, do reach the edges; a card inside of them does not.
    if (top === document.body)
      for (const card of top.querySelectorAll('main *, [role=main] *')) {
        const box = card.getBoundingClientRect();
        const { borderTopLeftRadius, boxShadow } = getComputedStyle(card);
        if (parseFloat(borderTopLeftRadius) === 0 || boxShadow === 'none' || box.height <= 1) continue;
        if (box.left < 4 && box.right > width - 4)
          faults.push(`the card "${(card.textContent ?? '').slice(0, 40)}" reaches both edges of ${width} px`);
      }
    if (width < 320) return faults;
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (getComputedStyle(text.parentElement).hyphens === 'auto') continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(
        /CW-\d{4} \d{4}|(?<![\p{L}\p{N}.@/])\p{L}{2,}(?![\p{L}\p{N}.@/])/gu,
      )) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top: line }) => Math.round(line)));
        if (lines.size > 1) faults.push(`${word} stands on ${lines.size} lines on ${width} px`);
      }
    }
    return faults;
  });
}
