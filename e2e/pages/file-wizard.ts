import type { Page } from '@playwright/test';
import { say } from '../say.ts';

/** A wizard that takes files. */
export function fileWizard(page: Page) {
  return {
    heading: (wizard: string) => page.getByRole('heading', { name: say(`tpl:verification:${wizard}_title`), level: 1 }),
    paper: (name: string) => page.getByRole('radio', { name: say(`tpl:verification:paper_${name}`), exact: true }),
    proof: page.getByLabel(say('tpl:verification:proof')),
    issued: page.getByLabel(say('tpl:verification:issued')),
    expires: page.getByLabel(say('tpl:verification:expires')),
    send: page.getByRole('button', { name: say('tpl:verification:send_review') }),
    /** The place of a file, by its title. */
    place: (title: string) => {
      const root = page.getByRole('region', { name: say(`tpl:verification:${title}`), exact: true });
      return {
        root,
        choose: root.getByRole('button', { name: say('tpl:verification:choose_file') }),
        photo: root.getByRole('button', { name: say('tpl:verification:take_photo') }),
        again: root.getByRole('button', { name: say('tpl:verification:retry_upload') }),
        cancel: root.getByRole('button', { name: say('tpl:verification:cancel_upload') }),
        remove: root.getByRole('button', { name: say('tpl:verification:remove_file') }),
        progress: root.getByRole('progressbar'),
        alert: root.getByRole('alert'),
        input: root.locator('input[type=file]:not([capture])'),
        state: (name: string) => root.locator('span', { hasText: say(`tpl:verification:file_${name}`) }).first(),
      };
    },
    camera: {
      hint: (name: string) => page.getByRole('dialog').getByText(say(`tpl:verification:shot_${name}`)),
      shoot: page.getByRole('button', { name: say('tpl:verification:shot'), exact: true }),
      again: page.getByRole('button', { name: say('tpl:verification:shot_again') }),
      use: page.getByRole('button', { name: say('tpl:verification:shot_use') }),
    },
    file: (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer }),
    /** A picture that a browser can draw. */
    picture: () => page.screenshot({ type: 'jpeg' }),
  };
}
