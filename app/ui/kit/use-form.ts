import { fieldId } from './field.tsx';
import { useFormAnswer } from './use-form-answer.ts';

/** Why a form got no answer: no connection, an error, something that no longer exists, or a session that has ended. */
export type FormFailure = 'unreached' | 'broken' | 'gone' | 'signed-out';

/**
 * What an action answers when a form must be shown again; `typed.intent` says which form of the page. `stamp`, another each
 * time, is that of a form which begins anew with the answer, mistakes or not.
 */
export type FormAnswer = {
  ok?: boolean;
  message?: string;
  failure?: FormFailure;
  toast?: { text: string; tone?: 'alert'; link?: { label: string; to: string } };
  errors?: Record<string, string>;
  formError?: string;
  /** Where to sign in again, when the session has ended. */
  signInAt?: string;
  typed?: Record<string, string>;
  stamp?: string;
};

/** Gives a field what its form knows of it. */
export type FieldOf = ReturnType<typeof useShopForm>['field'];

/**
 * What a form shows: what was typed, else what is known, and the mistakes. It reads the answer of its own route's action,
 * or the one given (a fetcher's). `intent` tells the forms of a page apart; `ids` are those of fields that have their own.
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
    /** Whether this form was sent and is shown again. */
    isAgain: answer !== undefined,
    values,
    errors,
    /** For a `Field`, `TextArea` or `Select`. */
    field: (name: string) => ({
      name,
      id: ids[name],
      defaultValue: values[name] ?? '',
      error: errors[name],
      answer: errors,
    }),
    /** For a `Checkbox` that sends 'yes'. */
    tick: (name: string) => ({
      name,
      id: ids[name] ?? fieldId(name),
      value: 'yes',
      defaultChecked: values[name] === 'yes',
      error: errors[name],
    }),
    /** For the `ErrorSummary` on top of the form. */
    summary: { errors: answer?.errors, formError: answer?.formError, signInAt: answer?.signInAt, ids },
  };
}
