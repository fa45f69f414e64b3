import { type ReactNode } from 'react';
import { Link, Outlet, useFetcher, href } from 'react-router';
import type { CustomerSettings } from '#app/modules/accounts/account.ts';
import { getCustomerSettings, saveCustomerSettings } from '#app/modules/accounts/customer-settings.server.ts';
import { customerSettingsSchema } from '#app/modules/accounts/forms.ts';
import { accountMessages } from '#app/modules/accounts/messages.ts';
import { listMyConsents } from '#app/modules/consents/consents.server.ts';
import { type TextChannels, textChannelsOf } from '#app/basics/text-channels.ts';
import { readButton } from '#app/platform/forms.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ConsentList } from '#app/ui/shop/consent-list.tsx';
import { resultOrError, showAnswer } from '#app/ui/shop/post-result.ts';
import { answerPost, visitContext } from '#app/routes/visit.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Checkbox } from '#app/ui/kit/field.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { Route } from './+types/settings.ts';

/** The choices in their order, each with what it changes; `channel`: stands only where the shop writes by it. */
const CHOICES: { name: keyof CustomerSettings; label: string; detail: string; channel?: keyof TextChannels }[] = [
  {
    name: 'emailOrderUpdates',
    label: 'Email notifications for order updates',
    detail:
      'Mails when a parcel leaves the studio and when it arrives. The confirmation and a cancellation always come.',
  },
  {
    name: 'smsDeliveryUpdates',
    label: 'SMS delivery updates',
    detail: 'Short messages about a parcel on its way.',
    channel: 'sms',
  },
  {
    name: 'whatsAppOrderUpdates',
    label: 'WhatsApp order updates',
    detail: 'The confirmation, and when a parcel leaves and arrives, to the phone of the order’s address.',
    channel: 'whatsApp',
  },
  {
    name: 'marketingEmails',
    label: 'Marketing emails',
    detail: 'The shop’s current offer in the mails about your orders.',
  },
  {
    name: 'personalizedRecommendations',
    label: 'Personalized recommendations',
    detail: 'Pieces like those you have bought, under your wishlist and your orders.',
  },
  {
    name: 'sharePurchaseHistory',
    label: 'Share purchase history',
    detail: 'Your orders count, without your name, in “Bought … times this month” on a piece’s page.',
  },
];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Settings',
    description: 'What the shop sends you, what it remembers, and how to leave.',
    path: href('/profile/settings'),
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, consents] = await Promise.all([getCustomerSettings(shop), listMyConsents(shop)]);
  return { settings, consents, channels: textChannelsOf(shop) };
}

/** Saves all of them: at each change where a script runs, with Save where none does. */
export async function action({ context, request }: Route.ActionArgs) {
  const settings = await readButton(request, customerSettingsSchema);
  await saveCustomerSettings(context.get(shopContext), settings);
  const outcome = { ok: true, message: accountMessages.settingsSaved };
  return answerPost(request, context.get(visitContext), outcome, {
    returnTo: undefined,
    otherwise: href('/profile/settings'),
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  resultOrError(serverAction(), accountMessages.profileNotSaved, (answer) => {
    if (!answer.ok) showAnswer(answer);
  });

export default function SettingsTab({ loaderData: { settings, consents, channels } }: Route.ComponentProps) {
  const saving = useFetcher<{ ok: boolean; message: string }>();
  const hydrated = useHydrated();
  const isSaved = saving.state === 'idle' && saving.data?.ok === true;
  // What could not be saved is drawn as it was.
  const failed = saving.state === 'idle' && saving.data?.ok === false;
  return (
    <div className="settings">
      <section aria-labelledby="notifications">
        <h2 id="notifications" className="text-h3">
          Settings
        </h2>
        <saving.Form
          key={failed ? 'as-it-was' : 'chosen'}
          method="post"
          className="settings-choices"
          onChange={(event) => void saving.submit(event.currentTarget)}
        >
          {CHOICES.map(({ name, label, detail, channel }) =>
            channel !== undefined && !channels[channel] ? (
              // What was chosen stays, for when the shop writes by it again.
              <input key={name} type="hidden" name={name} value="on" disabled={!settings[name]} />
            ) : (
              <Checkbox
                key={name}
                name={name}
                defaultChecked={settings[name]}
                label={
                  <>
                    {label}
                    <span className="meta block">{detail}</span>
                  </>
                }
              />
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
        </saving.Form>
      </section>
      <Part id="consents" title="What you agreed to">
        <ConsentList consents={consents} nothing="Nothing so far. What you tick above stands here, with its time." />
        <p className="meta">
          What you unticked above is taken back. Measurements are deleted in your{' '}
          <Link to={href('/profile')}>Profile</Link>, photos of a commission on its page under{' '}
          <Link to={href('/profile/requests')}>My Requests</Link>.
        </p>
      </Part>
      <Part id="security" title="Sign-in and security">
        <p className="muted">Your email, your password, two-step sign-in, and where you are signed in.</p>
        <ButtonLink look="secondary" icon="lock" to={href('/profile/security')}>
          Sign-in and security
        </ButtonLink>
      </Part>
      <Part id="data" title="Your data">
        <p className="muted">
          One file with everything the shop knows of you: profile, addresses, orders, requests, wishlist, cart, messages
          and sessions.
        </p>
        <a className="button button-secondary" href={href('/profile/data')}>
          <Icon name="inbox" small />
          <span>Download my data</span>
        </a>
      </Part>
      <Part id="danger" title="Danger Zone" isDangerous>
        <p className="muted">
          Signs you out everywhere and deletes your account after 7 days. Until then you can undo it by signing in.
        </p>
        <ButtonLink look="destructive" icon="trash" to={href('/profile/settings/deletion')} preventScrollReset>
          Delete Account
        </ButtonLink>
      </Part>
      <Outlet />
    </div>
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
