import { Refusal } from '../../errors.ts';

/** @throws Refusal PASSWORD_REPEAT when a new password was typed differently the second time */
export function requireRepeat(input: { newPassword: string; newPasswordRepeat: string }): void {
  if (input.newPassword !== input.newPasswordRepeat)
    throw new Refusal({ code: 'PASSWORD_REPEAT', field: 'new_password_repeat' });
}
