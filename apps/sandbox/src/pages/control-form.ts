import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

/** A button that makes one control call with a fixed body; `about` is what a screen reader says after the label. */
export function callButton(label: string, call: string, body: Record<string, string> = {}, about = ''): Html {
  return html`<form data-call="${call}">
    ${fixedFields(body)}<button type="submit">
      ${label}${about !== '' && html`<span class="hidden"> ${about}</span>`}
    </button>
  </form>`;
}

/** The same for a yes or no value. */
export function flagButton(label: string, call: string, name: string, value: boolean): Html {
  return html`<form data-call="${call}">
    <input type="hidden" name="${name}" value="${String(value)}" data-flag="yes" /><button type="submit">
      ${label}
    </button>
  </form>`;
}

type Input = {
  id: string;
  label: string;
  name: string;
  type?: 'text' | 'number';
  value?: string;
  required?: boolean;
  whole?: boolean;
  list?: boolean;
};

export function inputField(input: Input): Html {
  return html`<div class="field${input.whole ? ' whole' : ''}">
    <label for="${input.id}">${input.label}</label>
    <input
      id="${input.id}"
      name="${input.name}"
      type="${input.type ?? 'text'}"
      value="${input.value ?? ''}"
      autocomplete="off"
      ${input.type === 'number' && html` min="0"`}${input.required && html` required`}${input.list && html` data-list="yes"`}
    />
  </div>`;
}

function fixedFields(body: Record<string, string>): Html[] {
  return Object.entries(body).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}
