import { addScript } from './add-script.ts';
import { askWhy, replaceFrame } from './replace-frame.ts';
import { besideThisScript } from './script-tag.ts';
import { mintAddress } from './mint-address.ts';
import { openStage } from './stages/open-stage.ts';
import { updateWidget } from './update-widget.ts';

/** Hashes of the scripts that this one may fetch, set by the build: a page that pins the first script pins all. */
declare const QR_HASH: string;
declare const DOCTOR_HASH: string;

const parts = window.Causeway?.parts;
const qrScript = besideThisScript('causeway-qr.js', QR_HASH);
const doctorScript = besideThisScript('causeway-doctor.js', DOCTOR_HASH);
if (parts) {
  const fetchQr = async () => parts.encodeQr ?? addScript(qrScript, () => parts.encodeQr);
  const fetchDoctor = async () => parts.startDoctor ?? addScript(doctorScript, () => parts.startDoctor);
  parts.more = {
    openStage: (widget) => openStage({ widget, fetchQr }),
    replace: (widget, reason, versions) => replaceFrame(widget, fetchQr, reason, versions),
    askWhy: (widget) => void askWhy(widget, fetchQr),
    mintAddress,
    updateWidget,
    startDoctor: async (widget) => (await fetchDoctor())(widget),
  };
}
