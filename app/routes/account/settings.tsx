import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, Outlet, useFetcher, href } from 'react-router';
import type { CustomerSettings } from '#app/modules/identity/accounts/account.ts';
import {
  digestSettings,
  getCustomerSettings,
  saveCustomerSettings,
} from '#app/modules/identity/accounts/customer-settings.server.ts';
import { customerSettingsSchema } from '#app/modules/identity/accounts/forms.ts';
import { accountMessages } from '#app/modules/identity/accounts/messages.ts';
import { listMyConsents } from '#app/modules/store/consents/consents.server.ts';
import { FAILURE_TOAST } from '#app/basics/failure-text.ts';
import { type TextChannels, textChannelsOf } from '#app/basics/text-channels.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ConsentList } from '#app/ui/shop/consent-list.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Checkbox } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { useFetcherAnswer } from '#app/ui/kit/use-fetcher-answer.ts';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { Route } from './+types/settings.ts';

/** A choice is shown only if the shop has its `channel`. */
const CHOICES: { name: keyof CustomerSettings; label: string; detail: string; channel?: keyof TextChannels }[] = [
  {
    name: 'emailOrderUpdates',
    label: 'Email notifications for order updates',
    detail: 'When a parcel ships and arrives. We always email confirmations and cancellations.',
  },
  {
    name: 'smsDeliveryUpdates',
    label: 'SMS delivery updates',
    detail: 'Text messages about your delivery.',
    channel: 'sms',
  },
  {
    name: 'whatsAppOrderUpdates',
    label: 'WhatsApp order updates',
    detail: 'Order confirmed, shipped and delivered, on the order’s phone number.',
    channel: 'whatsApp',
  },
  {
    name: 'marketingEmails',
    label: 'Marketing emails',
    detail: 'Include current offers in order emails.',
  },
  {
    name: 'personalizedRecommendations',
    label: 'Personalized recommendations',
    detail: 'Show similar pieces under your wishlist and orders.',
  },
  {
    name: 'sharePurchaseHistory',
    label: 'Share purchase history',
    detail: 'Count my orders anonymously in “Bought … times this month”.',
  },
];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Settings',
    description: 'Notifications, privacy, your data and account deletion.',
    path: href('/profile/settings'),
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, consents] = await Promise.all([getCustomerSettings(shop), listMyConsents(shop)]);
  return { settings, seen: digestSettings(settings), consents, channels: textChannelsOf(shop) };
}

const form = formOf();

/** With JavaScript, saves one checkbox at a time. Without JavaScript, saves all of them. */
export const action = formAction(
  form({
    schema: customerSettingsSchema,
    run: (shop, { changes, seen }) => saveCustomerSettings(shop, changes, seen),
    done: () => ({ ok: true, message: accountMessages.settingsSaved }),
    refused: () => ({ toast: { text: accountMessages.settingsChanged, tone: 'alert' } }),
    back: () => href('/profile/settings'),
  }),
);

export default function SettingsTab({ loaderData }: Route.ComponentProps) {
  const { consents } = loaderData;
  return (
    <div className="settings">
      <section aria-labelledby="notifications">
        <h2 id="notifications" className="text-h3">
          Settings
        </h2>
        <Choices {...loaderData} />
      </section>
      <Part id="consents" title="What you agreed to">
        <ConsentList consents={consents} nothing="You haven’t given any consents yet." />
        <p className="meta">
          Untick to withdraw. Measurements are in your <Link to={href('/profile')}>Profile</Link>, consent to show
          photos under <Link to={href('/profile/requests')}>My Requests</Link>.
        </p>
      </Part>
      <Part id="security" title="Sign-in and security">
        <p className="muted">Email, password, two-step sign-in and devices.</p>
        <ButtonLink look="secondary" icon="lock" to={href('/profile/security')}>
          Sign-in and security
        </ButtonLink>
      </Part>
      <Part id="data" title="Your data">
        <p className="muted">A copy of everything we store about you.</p>
        <a className="button button-secondary" href={href('/profile/data')}>
          <Icon name="inbox" small />
          <span>Download my data</span>
        </a>
      </Part>
      <Part id="danger" title="Danger Zone" isDangerous>
        <p className="muted">We delete your account after 7 days. Until then you can sign in and undo it.</p>
        <ButtonLink look="destructive" icon="trash" to={href('/profile/settings/deletion')} preventScrollReset>
          Delete Account
        </ButtonLink>
      </Part>
      <Outlet />
    </div>
  );
}

function Choices({
  settings,
  seen,
  channels,
}: Pick<Route.ComponentProps['loaderData'], 'settings' | 'seen' | 'channels'>) {
  const hydrated = useHydrated();
  const [isSaved, setSaved] = useState(false);
  return (
    // If the browser restored old ticks, the form would save choices that the customer did not make.
    <form
      method="post"
      action={href('/profile/settings')}
      className="settings-choices"
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="seen" value={seen} />
      {CHOICES.map(({ channel, ...choice }) =>
        channel !== undefined && !channels[channel] ? (
          // Keeps the stored choice until the shop has that channel again.
          <input key={choice.name} type="hidden" name={choice.name} value="on" disabled={!settings[choice.name]} />
        ) : (
          <Choice key={choice.name} {...choice} isOn={settings[choice.name]} onSaved={setSaved} />
        ),
      )}
      {hydrated ? null : (
        <div>
          <Button>Save</Button>
        </div>
      )}
      <p role="status" className="meta settings-saved">
        {isSaved ? (
          <>
            <Icon name="check" small /> {accountMessages.settingsSaved}
          </>
        ) : null}
      </p>
    </form>
  );
}

/** Saves only one checkbox, so that a stale page changes no other setting. */
function Choice({
  name,
  label,
  detail,
  isOn,
  onSaved,
}: Omit<(typeof CHOICES)[number], 'channel'> & { isOn: boolean; onSaved: (isSaved: boolean) => void }) {
  const saving = useFetcher<FormAnswer>({ key: `setting-${name}` });
  const box = useRef<HTMLInputElement>(null);
  // The stored value arrives later, so the box shows the new state immediately.
  const [pressed, setPressed] = useState<boolean>();
  const save = (isTicked: boolean) => {
    setPressed(isTicked);
    onSaved(false);
    void saving.submit(
      { setting: name, value: isTicked ? 'on' : 'off', [FAILURE_TOAST]: accountMessages.profileNotSaved },
      { method: 'post', action: href('/profile/settings') },
    );
  };
  useFetcherAnswer(saving, ({ ok }) => onSaved(ok === true));
  const saveEarly = useEffectEvent((isTicked: boolean) => {
    if (isTicked !== isOn) save(isTicked);
  });
  useEffect(() => {
    if (saving.state === 'idle') setPressed(undefined);
  }, [saving.state]);
  // Saves a box that was ticked before hydration. Must run after the effect above, which would untick the box.
  useEffect(() => saveEarly(box.current!.checked), []);
  return (
    <Checkbox
      ref={box}
      name={name}
      checked={pressed ?? isOn}
      onChange={({ currentTarget }) => save(currentTarget.checked)}
      label={
        <>
          {label}
          <span className="meta block">{detail}</span>
        </>
      }
    />
  );
}

function Part({
  id,
  title,
  isDangerous,
  children,
}: {
  id: string;
  title: string;
  isDangerous?: boolean;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="settings-part" data-dangerous={isDangerous || undefined}>
      <h2 id={id} className="text-h4">
        {title}
      </h2>
      {children}
    </section>
  );
}
