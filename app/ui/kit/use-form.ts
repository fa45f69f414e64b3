import { fieldId } from './field.tsx';
import { useFormAnswer } from './use-form-answer.ts';

export type FormFailure = 'unreached' | 'broken' | 'outdated' | 'gone' | 'signed-out';

/** `typed.intent` identifies the form. A new `stamp` resets its fields. */
export type FormAnswer = {
  ok?: boolean;
  message?: string;
  failure?: FormFailure;
  toast?: { text: string; tone?: 'alert'; link?: { label: string; to: string } };
  errors?: Record<string, string>;
  formError?: string;
  signInAt?: string;
  typed?: Record<string, string>;
  stamp?: string;
};

export type FieldOf = ReturnType<typeof useShopForm>['field'];
export type TickOf = ReturnType<typeof useShopForm>['tick'];

/**
 * Returns a form's values and errors from the answer of its action or fetcher. `intent` identifies the form on its
 * page.
 */
export function useShopForm({
  intent,
  known = {},
  ids = {},
  answer: given,
}: {
  intent?: string;
  known?: Record<string, string | undefined>;
  ids?: Record<string, string>;
  answer?: FormAnswer;
} = {}) {
  const fromAction = useFormAnswer();
  const any = given ?? fromAction;
  const answer = intent === undefined || any?.typed?.intent === intent ? any : undefined;
  const values = answer?.typed ?? known;
  const errors = answer?.errors ?? {};
  return {
    isAgain: answer !== undefined,
    values,
    errors,
    field: (name: string) => ({
      name,
      id: ids[name],
      defaultValue: values[name] ?? '',
      error: errors[name],
      answer: errors,
    }),
    tick: (name: string) => ({
      name,
      id: ids[name] ?? fieldId(name),
      value: 'yes',
      defaultChecked: values[name] === 'yes',
      error: errors[name],
    }),
    summary: { errors: answer?.errors, formError: answer?.formError, signInAt: answer?.signInAt, ids },
  };
}
