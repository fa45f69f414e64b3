import { Form, useFetcher, useNavigation, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import type { Device } from '#app/modules/identity/sign-in/device.ts';
import { listDevices, signOutDevices } from '#app/modules/identity/sign-in/devices.server.ts';
import { isGoogleLinked, hasPassword, unlinkGoogle } from '#app/modules/identity/sign-in/credentials.server.ts';
import { signOutDevicesSchema } from '#app/modules/identity/sign-in/forms.ts';
import { requestConfirmation } from '#app/modules/identity/sign-in/email.server.ts';
import { offersGoogle } from '#app/modules/identity/sign-in/google.server.ts';
import { accountMessages, accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { getSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import { signOut } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ConfirmButton } from '#app/ui/kit/dialog.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { PasswordField } from '#app/ui/kit/field.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { refuseForm } from './refuse-form.ts';
import { SecuritySection } from './security-section.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/security.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Sign-in and security',
    description: 'How you sign in, and where you are signed in.',
    path: href('/profile/security'),
    hidden: true,
  });

const DEVICES = `${href('/profile/security')}#devices`;

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

const form = formOf();

const toSecurity = (message: string) => ({ to: href('/profile/security'), message });

export const action = formAction({
  '': form({
    schema: signOutDevicesSchema,
    run: signOutDevices,
    async done(_nothing, { device }, { context, request, visit }) {
      if (device !== 'all') return { to: DEVICES, message: accountMessages.signedOutThere };
      visit.cookies = (await signOut(context.get(shopContext), request.headers)).cookies;
      visit.keepCoupon(undefined);
      return href('/');
    },
    refused: refuseForm,
  }),
  confirmation: form({
    run: requestConfirmation,
    done: () => toSecurity(accountMessages.confirmationSent),
    refused: (refusal) => toSecurity(accountRefusal(refusal)),
  }),
  'unlink-google': form({
    run: unlinkGoogle,
    done: () => toSecurity(accountMessages.googleUnlinked),
    refused: (refusal) => toSecurity(accountRefusal(refusal)),
  }),
});

export default function Security({ loaderData }: Route.ComponentProps) {
  const { email, emailVerified, devices, secondFactor, isPasswordSet, google } = loaderData;
  const confirmation = useFetcher();
  const unlinking = useFetcher();
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
          <confirmation.Form method="post" action={href('/profile/security')}>
            <FailureText toast />
            <p className="muted">Open the link we sent you to confirm this address.</p>
            <Button look="quiet" name="intent" value="confirmation" busy={confirmation.state !== 'idle'}>
              Send the link again
            </Button>
          </confirmation.Form>
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
            ? 'Changing it signs you out everywhere else.'
            : 'No password yet. Sign out and choose “Forgot your password?” to set one.'}
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
            ? `You need a code from your app to sign in. Recovery codes left: ${secondFactor.recoveryCodesLeft}.`
            : 'A code from an authenticator app, as well as your password.'}
        </p>
      </SecuritySection>

      {google ? (
        <SecuritySection
          title="Google"
          state={google.isLinked ? <Badge tone="pine">Linked</Badge> : <Badge>Not linked</Badge>}
          action={
            google.isLinked ? (
              <unlinking.Form method="post" action={href('/profile/security')}>
                <FailureText toast />
                <Button look="secondary" name="intent" value="unlink-google" busy={unlinking.state !== 'idle'}>
                  Unlink Google
                </Button>
              </unlinking.Form>
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

      <SecuritySection id="devices" title="Where you are signed in">
        <Devices devices={devices} isPasswordSet={isPasswordSet} />
      </SecuritySection>
    </div>
  );
}

/** All devices share one form, so that the person types the password once. */
function Devices({ devices, isPasswordSet }: { devices: Device[]; isPasswordSet: boolean }) {
  const { field, summary } = useShopForm();
  return (
    <Form method="post" action={DEVICES} className="form" noValidate preventScrollReset>
      <ErrorSummary {...summary} />
      {isPasswordSet ? (
        <>
          {/* Without this button, Enter would use the first device's button. */}
          {devices.length > 1 ? (
            <button type="submit" disabled hidden>
              Choose a device
            </button>
          ) : null}
          <PasswordField
            key={devices.length}
            label="Current password"
            {...field('currentPassword')}
            autoComplete="current-password"
            hint="To sign a device out"
          />
        </>
      ) : null}
      <ul className="grid">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      <div>
        <ConfirmButton
          name="device"
          value="all"
          look="secondary"
          title="Sign out everywhere?"
          consequence="You’ll be signed out on every device, including this one."
          verb="Sign out everywhere"
        >
          Sign out everywhere
        </ConfirmButton>
      </div>
    </Form>
  );
}

function DeviceRow({ device: { id, browser, place, lastSeenAt, isThis } }: { device: Device }) {
  const isEnding = useNavigation().formData?.get('device') === id;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3 first:border-0">
      <div>
        <p className="font-semibold">{browser}</p>
        <p className="meta num">
          {isThis ? 'This device' : `Last seen ${formatMoment(lastSeenAt)}`} · from {place}
        </p>
      </div>
      {isThis ? null : (
        <Button look="quiet" name="device" value={id} busy={isEnding}>
          Sign out<span className="sr-only"> {browser}</span>
        </Button>
      )}
    </li>
  );
}
