import type { Mounted } from '../mounted.ts';
import { make, shadowBox } from '../stages/shadow-box.ts';
import { askServer } from './ask-server.ts';
import { checkHeard } from './check-heard.ts';
import { drawFindings } from './draw-findings.ts';
import { lookAtPage } from './look-at-page.ts';

/** Shows, over the widget's own page, what is wrong with it and how to correct it. For development. */
export async function startDoctor(widget: Mounted): Promise<void> {
  const { origin, partnerKey, debug } = widget.options;
  if (debug === false || debug === 'false') return;
  // The widget must use the token itself; it reports a refusal.
  const question = { origin, partnerKey, pageOrigin: location.origin, sessionToken: '' };
  const looked = (await Promise.all([askServer(question), lookAtPage(origin)])).flat();
  if (widget.isEnded) return;
  const { host, root } = shadowBox(widget.options.theme);
  host.dataset['causewayDoctor'] = '';
  const title = make('summary', {});
  const box = make('details', { className: 'doctor' }, title);
  const draw = () => {
    const findings = [...looked, ...checkHeard(widget.heard)];
    const faults = findings.filter(({ state }) => state !== 'right').length;
    title.textContent = faults === 0 ? 'Embedding: all is right' : `Embedding: ${faults} to mend`;
    box.replaceChildren(title, drawFindings(findings));
    if (faults > 0) box.open = true;
  };
  draw();
  root.append(box);
  document.body.append(host);
  const stops = [widget.on('session-refused', draw), widget.on('options-ignored', draw)];
  widget.removeDoctor = () => {
    host.remove();
    for (const stop of stops) stop();
  };
}
