import type { More } from './mounted.ts';
import { askWhy, replaceFrame } from './replace-frame.ts';
import { mintAddress } from './mint-address.ts';
import { openStage } from './stages/open-stage.ts';
import { updateWidget } from './update-widget.ts';

const fetchQr = async () => (await import('./stages/encode-qr.ts')).encodeQr;

/** What the package's own chunks hold, as a bundler splits them off. */
export const more: More = {
  openStage: (widget) => openStage({ widget, fetchQr }),
  replace: (widget, reason, versions) => replaceFrame(widget, fetchQr, reason, versions),
  askWhy: (widget) => void askWhy(widget, fetchQr),
  mintAddress,
  updateWidget,
  startDoctor: async (widget) => (await import('./doctor/start-doctor.ts')).startDoctor(widget),
};
