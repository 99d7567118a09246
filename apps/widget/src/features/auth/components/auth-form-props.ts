import type { AuthForm } from '../use-auth-form.ts';

export interface AuthFormProps {
  id: string;
  form: AuthForm;
  email: string;
  onEmail: (email: string) => void;
  isContinuing: boolean;
  /** Leads to a new password. */
  onForgotten: () => void;
}
