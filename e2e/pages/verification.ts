import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The list of the wizards, and the basic one. */
export function verification(scope: Scope) {
  const field = (name: string) => scope.getByLabel(say(`tpl:verification:${name}`), { exact: true });
  return {
    heading: scope.getByRole('heading', { name: say('tpl:verification:title') }),
    row: (wizard: string) => scope.getByRole('link', { name: say(`tpl:verification:${wizard}_row`) }),
    level: (name: string) => scope.getByRole('heading', { name: say(`tpl:verification:level_${name}`) }),
    save: scope.getByRole('button', { name: say('tpl:verification:save') }),
    ownUse: scope.getByRole('checkbox', { name: say('tpl:verification:own_use') }),
    firstName: field('first_name'),
    lastName: field('last_name'),
    birthday: field('birthday'),
    country: field('country'),
    city: field('city'),
    postcode: field('postcode'),
    street: field('addr1'),
    async fillBasic() {
      await this.firstName.fill('ada');
      await this.lastName.fill('Lovelace');
      await this.birthday.fill('1990-12-10');
      await this.country.selectOption('GB');
      await this.postcode.fill('W1J 7NF');
      await this.city.fill('London');
      await this.street.fill('12 St James’s Square');
      await this.ownUse.check();
    },
  };
}
