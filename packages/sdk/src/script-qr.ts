import { encodeQr } from './stages/encode-qr.ts';
import type { CausewayParts } from './script-tag.ts';

const parts: CausewayParts | undefined = window.Causeway?.parts;
if (parts) parts.encodeQr = encodeQr;
