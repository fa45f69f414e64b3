import { Form, useNavigation } from 'react-router';
import { Button } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { PasswordField } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { checkPassword } from '#app/ui/shop/new-password.tsx';

export const KEEP_ACCOUNT = 'keep-account';

export function KeepAccount({ email }: { email: string }) {
  const { field, summary } = useShopForm({ intent: KEEP_ACCOUNT });
  const isSending = useNavigation().formData?.get('intent') === KEEP_ACCOUNT;
  return (
    <section className="help-box" aria-labelledby="keep-account">
      <h2 id="keep-account">Keep this order in an account</h2>
      <Form method="post" className="form" noValidate>
        <ErrorSummary {...summary} />
        {/* Password managers use this hidden account name. */}
        <input type="text" autoComplete="username" defaultValue={email} hidden readOnly />
        <PasswordField
          label="Password"
          {...field('password')}
          hint="At least 6 characters"
          autoComplete="new-password"
          check={checkPassword}
        />
        <Button full name="intent" value={KEEP_ACCOUNT} busy={isSending}>
          Create Account
        </Button>
      </Form>
    </section>
  );
}
