import { startDoctor } from './doctor/start-doctor.ts';
import { startPage } from './doctor/start-page.ts';
import type { CausewayParts } from './script-tag.ts';

const parts: CausewayParts | undefined = window.Causeway?.parts;
if (parts) parts.startDoctor = startDoctor;
const form = document.querySelector<HTMLFormElement>('#embed-doctor');
const answer = document.querySelector<HTMLElement>('#findings');
if (form && answer) startPage(form, answer);
