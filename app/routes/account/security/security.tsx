import { Form, useNavigation, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import type { Device } from '#app/modules/sessions/device.ts';
import { listDevices } from '#app/modules/sessions/devices.server.ts';
import { isGoogleLinked, hasPassword } from '#app/modules/credentials/credentials.server.ts';
import { offersGoogle } from '#app/modules/sign-in/google.server.ts';
import { accountMessages } from '#app/modules/accounts/messages.ts';
import { getSecondFactor } from '#app/modules/sign-in/second-factor.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { SecuritySection } from './security-section.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { Route } from './+types/security.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Sign-in and security',
    description: 'How you sign in, and where you are signed in.',
    path: href('/profile/security'),
    hidden: true,
  });

/** How the signed-in person signs in, and where they are signed in. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { email, emailVerified } = signedIn(shop);
  const [devices, secondFactor, isPasswordSet, isLinked] = await Promise.all([
    listDevices(shop),
    getSecondFactor(shop),
    hasPassword(shop),
    isGoogleLinked(shop),
  ]);
  const isOffered = offersGoogle(shop);
  const google =
    url.searchParams.get('google') === 'linked' && isLinked
      ? accountMessages.googleLinked
      : url.searchParams.has('error')
        ? accountMessages.googleNotLinked
        : undefined;
  return {
    email,
    emailVerified,
    devices,
    secondFactor,
    isPasswordSet,
    google: isOffered || isLinked ? { isOffered, isLinked, note: google } : undefined,
  };
}

export default function Security({ loaderData }: Route.ComponentProps) {
  const { email, emailVerified, devices, secondFactor, isPasswordSet, google } = loaderData;
  const sending = useNavigation().formAction;
  return (
    <div className="grid max-w-(--container-form) gap-8 pt-8">
      <h2 className="text-h3">Sign-in and security</h2>

      <SecuritySection
        title="Email"
        state={emailVerified ? <Badge tone="pine">Confirmed</Badge> : <Badge tone="haldi">Not confirmed</Badge>}
        action={
          <ButtonLink look="secondary" to={href('/profile/security/email')}>
            Change email
          </ButtonLink>
        }
      >
        <p className="wrap-anywhere">{email}</p>
        {emailVerified ? null : (
          <Form method="post" action={href('/profile/security/confirmation')}>
            <p className="muted">Open the link we sent you, so that orders and links surely reach you.</p>
            <Button look="quiet" busy={sending === href('/profile/security/confirmation')}>
              Send the link again
            </Button>
          </Form>
        )}
      </SecuritySection>

      <SecuritySection
        title="Password"
        action={
          isPasswordSet ? (
            <ButtonLink look="secondary" to={href('/profile/security/password')}>
              Change password
            </ButtonLink>
          ) : null
        }
      >
        <p className="muted">
          {isPasswordSet
            ? 'A new one signs every other device out.'
            : 'You have none. Sign out and choose “Forgot your password?” to set one.'}
        </p>
      </SecuritySection>

      <SecuritySection
        title="Two-step sign-in"
        state={secondFactor.isOn ? <Badge tone="pine">On</Badge> : <Badge>Off</Badge>}
        action={
          <ButtonLink look="secondary" to={href('/profile/security/two-step')}>
            {secondFactor.isOn ? 'Manage two-step sign-in' : 'Set up two-step sign-in'}
          </ButtonLink>
        }
      >
        <p className="muted">
          {secondFactor.isOn
            ? `A code of your app is asked for at every sign-in. Recovery codes left: ${secondFactor.recoveryCodesLeft}.`
            : 'A code of an app on your phone, beside your password.'}
        </p>
      </SecuritySection>

      {google ? (
        <SecuritySection
          title="Google"
          state={google.isLinked ? <Badge tone="pine">Linked</Badge> : <Badge>Not linked</Badge>}
          action={
            google.isLinked ? (
              <Form method="post" action={href('/profile/security/google/unlink')}>
                <Button look="secondary" busy={sending === href('/profile/security/google/unlink')}>
                  Unlink Google
                </Button>
              </Form>
            ) : (
              <ButtonLink look="secondary" to={href('/profile/security/google')}>
                Link Google
              </ButtonLink>
            )
          }
        >
          {google.note ? <Note tone={google.isLinked ? 'done' : 'alert'}>{google.note}</Note> : null}
          <p className="muted">Sign in with your Google account as well.</p>
        </SecuritySection>
      ) : null}

      <SecuritySection
        title="Where you are signed in"
        action={
          <Form method="post" action={href('/profile/security/devices')}>
            <ConfirmButton
              look="secondary"
              title="Sign out everywhere?"
              consequence="Every device is signed out, this one too."
              verb="Sign out everywhere"
            >
              Sign out everywhere
            </ConfirmButton>
          </Form>
        }
      >
        <ul className="grid">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      </SecuritySection>
    </div>
  );
}

function DeviceRow({ device: { id, browser, place, lastSeenAt, isThis } }: { device: Device }) {
  const address = href('/profile/security/devices/:id', { id });
  const isEnding = useNavigation().formAction === address;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3 first:border-0">
      <div>
        <p className="font-semibold">{browser}</p>
        <p className="meta num">
          {isThis ? 'This device' : `Last seen ${formatMoment(lastSeenAt)}`} · from {place}
        </p>
      </div>
      {isThis ? null : (
        <Form method="post" action={address}>
          <Button look="quiet" busy={isEnding}>
            Sign out<span className="sr-only"> {browser}</span>
          </Button>
        </Form>
      )}
    </li>
  );
}
