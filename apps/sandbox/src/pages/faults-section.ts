import { faultTable } from '../faults.ts';
import type { World } from '../world.ts';
import { callButton, inputField } from './control-form.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

/** What goes wrong next, and the captcha's question. */
export function faultsSection(world: World): Html {
  return html`<section class="card" id="faults" aria-labelledby="faults-title">
    <h2 id="faults-title">Faults</h2>
    <form class="line-form" data-call="POST /control/faults">
      <div class="field whole">
        <label for="fault-kind">Provider and fault</label
        ><select id="fault-kind" name="fault" data-split="yes">
          ${Object.entries(faultTable).map(([provider, faults]) => html`<optgroup label="${named(provider)}">${faults.map((fault) => html`<option value="${provider} ${fault}">${named(provider)}: ${named(fault)}</option>`)}</optgroup>`)}
        </select>
      </div>
      ${inputField({ id: 'fault-count', label: 'Times', name: 'count', type: 'number', value: '1', required: true })}
      ${inputField({ id: 'fault-delay', label: 'Delay, ms', name: 'delay_ms', type: 'number', value: '5000', required: true })}
      <button type="submit">Make it fail</button>
    </form>
    <div id="faults-waiting" data-live class="stack">
      ${
        world.faults.list().length === 0
          ? html`<p class="muted">Everything works.</p>`
          : html`<ul class="rows">
                ${world.faults.list().map((fault) => html`<li><span>${named(fault.provider)}: ${named(fault.fault)}</span><span class="digits">${fault.count} left</span></li>`)}
              </ul>
              ${callButton('Make everything work', 'DELETE /control/faults')}`
      }
    </div>
    <h3>Captcha</h3>
    <div id="captcha-mode" data-live class="stack">
      <p class="muted">
        ${world.captcha.mode === 'never' ? 'Nobody is asked.' : world.captcha.mode === 'next' ? 'The next visitor is asked.' : 'Every visitor is asked.'}
      </p>
      <div class="actions">
        ${callButton('Ask nobody', 'POST /control/captcha', { challenge: 'never' })}${callButton('Ask the next visitor', 'POST /control/captcha', { challenge: 'next' })}${callButton('Ask everybody', 'POST /control/captcha', { challenge: 'always' })}
      </div>
    </div>
  </section>`;
}

function named(code: string): string {
  return code.replaceAll('_', ' ');
}
