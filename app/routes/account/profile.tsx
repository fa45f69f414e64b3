import { useEffect, useRef, useState } from 'react';
import { Form, Link, href } from 'react-router';
import { MAX_MEASUREMENTS_LENGTH, type Profile } from '#app/modules/identity/accounts/account.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { digestProfile, saveProfileForm } from '#app/modules/identity/addresses/save-profile.server.ts';
import { listAddresses } from '#app/modules/identity/addresses/addresses.server.ts';
import { profileFormSchema } from '#app/modules/identity/addresses/forms.ts';
import { hasPassword } from '#app/modules/identity/sign-in/credentials.server.ts';
import { accountMessages, profileRefused } from '#app/modules/identity/accounts/messages.ts';
import { bareIndianNumber } from '#app/basics/phone.ts';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { signedIn } from '#app/platform/shop.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Field, PasswordField, TextArea } from '#app/ui/kit/field.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { type FieldOf, useShopForm } from '#app/ui/kit/use-form.ts';
import { PostalFields } from '#app/ui/shop/postal-fields.tsx';
import { AddressLines, AddressList } from './address-list.tsx';
import { refuseForm } from './security/refuse-form.ts';
import { SaveOrCancel } from './save-or-cancel.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/profile.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [profile, addresses, isPhoneASignIn] = await Promise.all([
    getProfile(shop),
    listAddresses(shop),
    hasPassword(shop),
  ]);
  return {
    profile,
    addresses,
    seen: digestProfile(profile, addresses[0]),
    isPhoneASignIn,
    isEmailConfirmed: signedIn(shop).emailVerified,
    isEditing: url.searchParams.has('edit'),
    isSaved: url.searchParams.has('saved'),
    isMailed: url.searchParams.has('mailed'),
  };
}

const form = formOf();

export const action = formAction(
  form({
    schema: profileFormSchema,
    invalid(errors) {
      const isKnown = (name: string) => Object.hasOwn(profileFormSchema.shape, name);
      const unknown = Object.entries(errors).filter(([name]) => !isKnown(name));
      return {
        errors: Object.fromEntries(Object.entries(errors).filter(([name]) => isKnown(name))),
        ...(unknown.length > 0 && { formError: profileRefused(unknown.map(([, message]) => message).join(', ')) }),
      };
    },
    run: saveProfileForm,
    done: ({ isMailed }) => `${href('/profile')}?saved=1${isMailed ? '&mailed=1' : ''}`,
    refused(refusal) {
      if (refusal.reason === 'stale')
        return { formError: profileRefused(accountMessages.profileChanged), typed: { seen: refusal.data.seen } };
      const { formError, ...shown } = refuseForm(refusal);
      return { ...shown, ...(formError && { formError: profileRefused(formError) }) };
    },
  }),
);

export const shouldRevalidate = ignoreLiveUpdates;

export default function ProfileTab({
  loaderData: { profile, addresses, seen, isPhoneASignIn, isEmailConfirmed, isEditing, isSaved, isMailed },
  actionData,
}: Route.ComponentProps) {
  if (actionData || isEditing) return <ProfileForm {...{ profile, seen, isPhoneASignIn }} />;
  return (
    <div className="profile">
      <section className="grid content-start gap-6" aria-labelledby="profile-title">
        {isSaved ? <Note tone="done">{accountMessages.profileSaved}</Note> : null}
        {isMailed ? (
          <Note tone="info" icon="mail">
            {accountMessages.emailChangeAsked}
          </Note>
        ) : null}
        {isEmailConfirmed ? null : (
          <Note tone="info" icon="mail">
            Please confirm your email: open the link we sent to {profile.email}, or{' '}
            <Link className="link" to={href('/profile/security')}>
              send it again
            </Link>
            .
          </Note>
        )}
        <h2 id="profile-title" className="text-h3">
          Profile
        </h2>
        <dl className="grid gap-4">
          <Fact label="Full name">{profile.name || 'Not provided'}</Fact>
          <Fact label="Email">{profile.email}</Fact>
          <Fact label="Phone">{profile.phone || 'Not provided'}</Fact>
          <Fact label="Address">
            {profile.address ? <AddressLines address={profile.address} /> : 'No address provided'}
          </Fact>
          <Fact label="Measurements">
            <span className="whitespace-pre-line">{profile.measurements || 'No measurements saved'}</span>
          </Fact>
        </dl>
        <div>
          <ButtonLink look="secondary" icon="edit" to={`${href('/profile')}?edit=1`}>
            Edit Profile
          </ButtonLink>
        </div>
      </section>
      <AddressList addresses={addresses} />
    </div>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="meta">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function ProfileForm({
  profile,
  seen,
  isPhoneASignIn,
}: {
  profile: Profile;
  /** Digest of the initial values, so that the form does not overwrite newer values. */
  seen: string;
  isPhoneASignIn: boolean;
}) {
  const { name: fullName, email, phone, address, measurements } = profile;
  const { field, summary, values } = useShopForm({
    known: { ...address, name: fullName, email, phone, measurements, seen },
  });
  const name = useRef<HTMLFormElement>(null);
  const [isEdited, setEdited] = useState(false);
  useEffect(() => {
    // Keeps the focus where a person started typing before hydration.
    if (!name.current?.contains(document.activeElement))
      name.current?.querySelector<HTMLInputElement>('[name=name]')?.focus();
  }, []);
  return (
    <Form
      method="post"
      action={`${href('/profile')}?index`}
      className="form max-w-(--container-form) pt-8"
      noValidate
      ref={name}
      onInput={() => setEdited(true)}
    >
      <LeaveGuard when={isEdited} />
      <input type="hidden" name="seen" value={values.seen ?? ''} />
      <h2 className="text-h3">Profile</h2>
      <FailureText>{accountMessages.profileNotSaved}</FailureText>
      <ErrorSummary {...summary} />
      <Field label="Full name" {...field('name')} autoComplete="name" />
      <SignInFields email={email} phone={isPhoneASignIn ? phone : undefined} field={field} />
      <PostalFields field={field} />
      <TextArea
        label="Measurements"
        {...field('measurements')}
        rows={3}
        maxLength={MAX_MEASUREMENTS_LENGTH}
        optional
        hint="For stitching. Clear this to delete them."
      />
      <SaveOrCancel label="Save" cancelTo={href('/profile')} />
    </Form>
  );
}

/**
 * A new email or sign-in phone needs the password. Without JavaScript, the server asks for it after the form is sent.
 */
function SignInFields({ email, phone, field }: { email: string; phone: string | undefined; field: FieldOf }) {
  const isOtherEmail = (value: string) => value.trim().toLowerCase() !== email;
  const isOtherPhone = (value: string) => phone !== undefined && bareIndianNumber(value) !== phone;
  const [isOther, setOther] = useState({
    email: isOtherEmail(field('email').defaultValue),
    phone: isOtherPhone(field('phone').defaultValue),
  });
  const password = field('currentPassword');
  return (
    <>
      <Field
        label="Email"
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="You sign in with this. A new email takes effect once you open the link we send there."
        onInput={({ currentTarget: { value } }) => setOther((other) => ({ ...other, email: isOtherEmail(value) }))}
      />
      <Field
        label="Phone"
        {...field('phone')}
        type="text"
        inputMode="tel"
        autoComplete="tel-national"
        hint="10 digits, for the courier"
        onInput={({ currentTarget: { value } }) => setOther((other) => ({ ...other, phone: isOtherPhone(value) }))}
      />
      {isOther.email || isOther.phone || password.error ? (
        <PasswordField
          label="Current password"
          {...password}
          autoComplete="current-password"
          hint="To confirm it’s you"
        />
      ) : null}
    </>
  );
}
