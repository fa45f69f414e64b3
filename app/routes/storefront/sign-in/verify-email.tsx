import { data, Form, useNavigation, href } from 'react-router';
import { confirmEmail, isGoodConfirmation } from '#app/modules/credentials/email.server.ts';
import { accountMessages, resetRefusals } from '#app/modules/accounts/messages.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { Route } from './+types/verify-email.ts';

/** The address carries a secret: no cache keeps it, no search finds it, no other site is told it. */
export const headers = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Confirm your email',
    description: 'Confirm the e-mail address of your account by the link of a mail.',
    path: href('/verify-email'),
    hidden: true,
  });

const tokenOf = (url: URL) => url.searchParams.get('token') ?? '';

/** The page behind the link of a confirmation mail. A button does it: mail programs open links by themselves. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return { isGood: await isGoodConfirmation(shop, tokenOf(url)), isSignedIn: 'userId' in shop.actor };
}

export async function action({ context, url }: Route.ActionArgs) {
  const confirmed = await confirmEmail(context.get(shopContext), tokenOf(url));
  return confirmed.ok ? data({ done: confirmed.value }) : data({ done: undefined }, { status: 410 });
}

export default function VerifyEmail({ loaderData: { isGood, isSignedIn }, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().formMethod === 'POST';
  return (
    <div className="wrap py-section">
      <div className="grid max-w-(--container-form) gap-6">
        <h1 className="text-h2">Confirm your email</h1>
        {actionData?.done ? (
          <>
            <Note tone="done">{accountMessages.emailConfirmed[actionData.done]}</Note>
            <p>
              {isSignedIn ? (
                <ButtonLink to={href('/profile')}>My Profile</ButtonLink>
              ) : (
                <ButtonLink to={`${href('/login')}?returnTo=%2F`}>Sign In</ButtonLink>
              )}
            </p>
          </>
        ) : isGood && !actionData ? (
          <Form method="post" className="form">
            <p>One press, and we know that this address is yours.</p>
            <div>
              <Button busy={isSaving}>Confirm my email</Button>
            </div>
          </Form>
        ) : (
          <>
            <Note tone="alert">{resetRefusals['link-not-good']}</Note>
            <p>
              {isSignedIn ? (
                <ButtonLink to={href('/profile/security')}>Ask for a new link</ButtonLink>
              ) : (
                <ButtonLink to={`${href('/login')}?mode=signup&returnTo=%2F`}>Create Account</ButtonLink>
              )}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
