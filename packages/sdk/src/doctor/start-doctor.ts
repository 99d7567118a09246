import type { Mounted } from '../mounted.ts';
import { make, shadowBox } from '../stages/shadow-box.ts';
import { askServer } from './ask-server.ts';
import { drawFindings } from './draw-findings.ts';
import { lookAtPage } from './look-at-page.ts';

/** Shows, over the widget's own page, what is wrong with it and how to mend it. For development. */
export async function startDoctor(widget: Mounted): Promise<void> {
  const { origin, partnerKey, sessionToken, debug } = widget.options;
  if (debug === false || debug === 'false') return;
  const token = typeof sessionToken === 'string' ? sessionToken : '';
  const question = { origin, partnerKey, pageOrigin: location.origin, sessionToken: token };
  const findings = (await Promise.all([askServer(question), lookAtPage(origin)])).flat();
  if (widget.isEnded) return;
  const faults = findings.filter(({ state }) => state !== 'right').length;
  const { host, root } = shadowBox(widget.options.theme);
  host.dataset['causewayDoctor'] = '';
  const title = faults === 0 ? 'Embedding: all is right' : `Embedding: ${faults} to mend`;
  const box = make('details', { className: 'doctor' }, make('summary', { textContent: title }), drawFindings(findings));
  box.open = faults > 0;
  root.append(box);
  document.body.append(host);
  widget.removeDoctor = () => host.remove();
}
