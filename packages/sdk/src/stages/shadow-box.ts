const css = `
:host { all: initial; display: block; color-scheme: inherit; }
* { box-sizing: border-box; font: 400 15px/22px system-ui, sans-serif; }
dialog { inline-size: min(440px, 100vw); max-inline-size: 100vw; max-block-size: 100dvh; margin: auto; padding: 0; border: 0;
  border-radius: 14px; background: light-dark(#fffdf9, #16201f); color: light-dark(#0b2026, #eef3f1); overflow: auto;
  overscroll-behavior: contain; }
dialog::backdrop { background: rgb(0 20 24 / 55%); }
.bar { display: flex; justify-content: flex-end; padding: 8px 8px 0; }
.card { display: grid; gap: 12px; padding: 20px; border: 1px solid light-dark(#d9d5cc, #34403e); border-radius: 14px;
  background: light-dark(#fffdf9, #16201f); color: light-dark(#0b2026, #eef3f1); }
dialog .card { border: 0; padding-block-start: 4px; }
p { margin: 0; overflow-wrap: anywhere; }
button, a { display: block; inline-size: 100%; min-block-size: 48px; padding: 12px 16px; border: 1px solid light-dark(#7c8885, #6c7a77);
  border-radius: 10px; background: none; color: inherit; text-align: center; text-decoration: none; cursor: pointer; }
button.first { border-color: transparent; background: light-dark(#00606b, #7fd4dc); color: light-dark(#fff, #04262b); font-weight: 600; }
button.close { inline-size: 44px; min-block-size: 44px; padding: 0; border: 0; font-size: 22px; }
:focus-visible { outline: 2px solid light-dark(#00606b, #7fd4dc); outline-offset: 2px; }
.doctor { position: fixed; inset-block-end: 12px; inset-inline-end: 12px; z-index: 2147483647; inline-size: min(420px, calc(100vw - 24px));
  max-block-size: 70dvh; overflow: auto; padding: 12px 16px; border: 1px solid light-dark(#7c8885, #6c7a77); border-radius: 12px;
  background: light-dark(#fffdf9, #16201f); color: light-dark(#0b2026, #eef3f1); }
summary { font-weight: 600; cursor: pointer; }
.findings { display: grid; gap: 12px; margin: 12px 0 0; padding: 0; list-style: none; }
.findings li { display: grid; grid-template-columns: 24px 1fr; gap: 8px; }
.mark { font-weight: 700; }
code { display: block; margin-block-start: 4px; padding: 6px 8px; border-radius: 6px; background: light-dark(#f1ede4, #0d1514);
  font: 13px/18px ui-monospace, monospace; overflow-wrap: anywhere; }
svg { display: block; inline-size: min(220px, 100%); margin-inline: auto; padding: 12px; border-radius: 8px; background: #fff; }
`;

/**
 * An element with isolated styles: no rule of the page reaches in, none of ours leaks out, and no content policy blocks
 * it.
 */
export function shadowBox(theme: string | undefined): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement('div');
  host.style.colorScheme = theme === 'light' || theme === 'dark' ? theme : 'light dark';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}

/** Makes an element with its properties and children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
