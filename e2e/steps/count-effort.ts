import type { BrowserContext } from '@playwright/test';

/** What a person has done so far. */
export interface Effort {
  clicks: number;
  /** Fields that were typed or pasted into, each once. */
  fields: number;
}

/**
 * Counts the presses and the fields of a person in every page and frame of a browser: what scripts press or fill in
 * by themselves is not counted. A press is one of the mouse, or a key that works like one.
 */
export async function countEffort(context: BrowserContext): Promise<() => Effort> {
  let clicks = 0;
  const fields = new Set<string>();
  await context.exposeBinding('causewayEffort', (_source, kind: string, name: string) => {
    if (kind === 'click') clicks += 1;
    else fields.add(name);
  });
  await context.addInitScript(() => {
    const report = (kind: string, name: string) => {
      const send: unknown = Reflect.get(window, 'causewayEffort');
      if (typeof send === 'function') send(kind, name);
    };
    addEventListener('pointerdown', (event) => event.isTrusted && report('click', ''), true);
    addEventListener(
      'input',
      (event) => {
        const { target } = event;
        const isInput = target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type);
        if (isInput || target instanceof HTMLTextAreaElement)
          report('field', `${location.pathname.split('/')[1] ?? ''} ${target.name || target.id}`);
      },
      true,
    );
    addEventListener('keydown', (event) => event.isTrusted && event.key === 'Enter' && report('click', ''), true);
  });
  return () => ({ clicks, fields: fields.size });
}
