import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** A wizard that takes files. */
export function fileWizard(scope: Scope) {
  return {
    heading: (wizard: string) =>
      scope.getByRole('heading', { name: say(`tpl:verification:${wizard}_title`), level: 1 }),
    paper: (name: string) => scope.getByRole('radio', { name: say(`tpl:verification:paper_${name}`), exact: true }),
    proof: scope.getByLabel(say('tpl:verification:proof')),
    issued: scope.getByLabel(say('tpl:verification:issued')),
    expires: scope.getByLabel(say('tpl:verification:expires')),
    send: scope.getByRole('button', { name: say('tpl:verification:send_review') }),
    /** The place of a file, by its title. */
    place: (title: string) => {
      const root = scope.getByRole('region', { name: say(`tpl:verification:${title}`), exact: true });
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
      hint: (name: string) => scope.getByRole('dialog').getByText(say(`tpl:verification:shot_${name}`)),
      shoot: scope.getByRole('button', { name: say('tpl:verification:shot'), exact: true }),
      again: scope.getByRole('button', { name: say('tpl:verification:shot_again') }),
      use: scope.getByRole('button', { name: say('tpl:verification:shot_use') }),
    },
    file: (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer }),
    /** A picture that a browser can draw. */
    picture: () => scope.locator('body').screenshot({ type: 'jpeg' }),
  };
}
