import { useState } from 'react';
import { href, Link, redirect } from 'react-router';
import { z } from 'zod';
import { ownValue } from '#app/basics/own-value.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { done, refused } from '#app/basics/result.ts';
import { accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { isAway } from '#app/modules/store/closing/closing.ts';
import { findClosing } from '#app/modules/store/closing/closing.server.ts';
import { OPENING_MESSAGES } from '#app/modules/operations/health/messages.ts';
import { changeOwnerSettings, findPendingPayee } from '#app/modules/operations/health/payee.server.ts';
import { getSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import { recordPolicyVersions } from '#app/modules/store/policies/policies.server.ts';
import { getSettings, getSettingsToChange, type SettingVersions } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Chip } from '#app/ui/kit/chip.tsx';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { useFormAnswer } from '#app/ui/kit/use-form-answer.ts';
import type { Route } from './+types/settings.ts';
import { readPage, rearrange, type Typed, typedOf } from './page-form.ts';
import { PolicyLinks } from '#app/routes/admin/store/policies/policy-links.tsx';
import type { SettingPage } from './setting-fields.ts';
import { addressOf, findPage, FORMER_GROUPS, keysOf, SETTING_PAGES } from './setting-pages.ts';
import { type PageAnswer, SettingsForm } from './settings-form.tsx';
import { ShippingPreview } from './shipping-preview.tsx';

export const meta = adminMeta('Settings');

function pageOf({ page }: { page?: string | undefined }): SettingPage {
  // A form that was opened before an update still posts to its former group.
  const found = findPage(ownValue(FORMER_GROUPS, page ?? '')?.split('#')[0] ?? page);
  if (!found) throw notFound();
  return found;
}

const redirectFormerGroups: Route.MiddlewareFunction = ({ request, params }) => {
  const target = ownValue(FORMER_GROUPS, params.page ?? '');
  if (target !== undefined && request.method === 'GET') throw redirect(addressOf(target), 301);
};

export const middleware = [redirectFormerGroups];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { settings, versions } = await getSettingsToChange(shop);
  const page = pageOf(params);
  const isSaved = url.searchParams.has('saved');
  return {
    id: page.id,
    shopUrl: shop.config.shopUrl,
    typed: typedOf(page, settings),
    seen: seenOf(page, versions),
    isSaved,
    payee:
      page.id === 'getting-paid'
        ? {
            pending: (await findPendingPayee(shop))?.address,
            asksCode: (await getSecondFactor(shop)).isOn,
          }
        : undefined,
    // Leads owners back to the opening checklist until the shop is open.
    isOpeningNext: isSaved && (await findClosing(shop))?.reason === 'not-open',
  };
}

const seenOf = (page: SettingPage, versions: SettingVersions): Typed =>
  Object.fromEntries(keysOf(page).map((key) => [`seen.${key}`, String(versions[key])]));

const PROOFS = {
  'wrong-password': 'currentPassword',
  'wrong-code': 'code',
} as const;
const PASSWORD_NEEDED_FOR_PAYEE = 'Enter your password to change who is paid.';
const STALE_SETTINGS =
  'Someone else just changed these settings. Your text is still here. Save to overwrite, or reload.';

const OUTDATED_FORM = 'This page has changed. Your text is still here. Check it and save, or reload.';

/** An invalid version counts as stale. */
const versionsSchema = z.record(
  z.string(),
  z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 2)
    .catch(-1),
);

async function isNewDayOver(shop: Shop, { away }: Partial<Settings>): Promise<boolean> {
  const until = away?.until ?? null;
  if (until === null || isAway(until, dayInIndia(shop.now))) return false;
  return until !== (await getSettings(shop)).away.until;
}

const pageSchema = (page: SettingPage, saved: Settings, mode: 'demo' | 'live') =>
  z
    .record(z.string(), z.string())
    .transform(({ intent, currentPassword: password = '', code = '', ...typed }, context) => {
      if (keysOf(page).some((key) => typed[`seen.${key}`] === undefined)) return { typed, isOutdated: true as const };
      if (intent && intent !== 'preview') return { typed, arrange: intent };
      const read = readPage(page, typed, saved, mode);
      if (read.ok) return { typed, patch: read.patch, isPreview: intent === 'preview', proof: { password, code } };
      for (const [name, message] of Object.entries({ ...read.errors, ...(read.formError && { '': read.formError }) }))
        context.addIssue({ code: 'custom', path: name ? [name] : [], message });
      return z.NEVER;
    });

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    prepare: (shop) => {
      ownerOnly(shop);
      return { stamp: crypto.randomUUID() };
    },
    schema: async (shop, { params }) =>
      pageSchema(pageOf(params), (await getSettingsToChange(shop)).settings, shop.config.mode),
    invalid: ({ '': formError, ...errors }) => ({ errors, formError }),
    run: async (shop, { typed, arrange, patch, isPreview, isOutdated, proof }, { params, request }, { stamp }) => {
      const page = pageOf(params);
      if (isOutdated) return refused('outdated');
      if (arrange !== undefined) return done({ stamp, ...rearrange(page, typed, arrange) });
      if (isPreview) return done({ stamp, typed, preview: patch, goOn: 'preview' });
      const seen = versionsSchema.parse(Object.fromEntries(keysOf(page).map((key) => [key, typed[`seen.${key}`]])));
      if (await isNewDayOver(shop, patch)) return refused('day-over');
      const saved = await changeOwnerSettings(shop, { patch, seen, proof }, request.headers);
      if (!saved.ok) return saved;
      await recordPolicyVersions(shop);
      return done();
    },
    done: (shown, _fields, { params }) => shown ?? `${addressOf(pageOf(params).id)}?saved=1`,
    refused: async (refusal, { typed, proof }, { context, params }) => {
      const page = pageOf(params);
      if (refusal.reason === 'outdated') {
        const { settings, versions } = await getSettingsToChange(context.get(shopContext));
        return { typed: { ...typedOf(page, settings), ...typed, ...seenOf(page, versions) }, formError: OUTDATED_FORM };
      }
      if (refusal.reason === 'stale') {
        // The form now shows these versions, so sending it again saves.
        const { versions } = await getSettingsToChange(context.get(shopContext));
        return { typed: seenOf(page, versions), formError: STALE_SETTINGS };
      }
      if (refusal.reason === 'day-over') return { errors: { 'away.until': OPENING_MESSAGES['day-over'] }, status: 400 };
      const field = PROOFS[refusal.reason as keyof typeof PROOFS];
      const isMissing = refusal.reason === 'wrong-password' && proof?.password === '';
      const message = isMissing ? PASSWORD_NEEDED_FOR_PAYEE : accountRefusal(refusal);
      return { ...(field ? { errors: { [field]: message } } : { formError: message }), status: 400 };
    },
  }),
);

export const shouldRevalidate = ignoreLiveUpdates;

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { id, seen, typed, shopUrl, isSaved, isOpeningNext, payee } = loaderData;
  const version = Object.values(seen).join(' ');
  const [discarded, setDiscarded] = useState<{ answer: PageAnswer | undefined; version: string; times: number }>();
  const lastAnswer = useFormAnswer() as PageAnswer | undefined;
  const answer = lastAnswer === discarded?.answer ? undefined : lastAnswer;
  const preview = answer?.preview as Settings | undefined;
  return (
    <>
      <div className="admin-head">
        <h1>Settings</h1>
      </div>
      <nav className="flex flex-wrap gap-2" aria-label="Settings">
        {SETTING_PAGES.map((page) => (
          <Chip key={page.id} to={addressOf(page.id)} chosen={page.id === id}>
            {page.title}
          </Chip>
        ))}
      </nav>
      <SettingsForm
        // Recreates the form, because browsers would keep old field values.
        key={`${id} ${answer?.stamp ?? version} ${discarded?.times}`}
        page={findPage(id)!}
        typed={typed}
        seen={seen}
        answer={answer}
        isSaved={isSaved && !answer && discarded?.version !== version}
        isOpeningNext={isOpeningNext}
        payee={payee}
        shopUrl={shopUrl}
        onDiscard={() => {
          setDiscarded({ answer: lastAnswer, version, times: (discarded?.times ?? 0) + 1 });
          document.getElementById('main')?.focus();
        }}
      >
        {id === 'policies' ? (
          <section aria-labelledby="policy-texts">
            <div className="flex items-center justify-between gap-4">
              <h3 id="policy-texts" className="text-h4">
                Policies
              </h3>
              <Link className="link inline-flex min-h-11 items-center" to={href('/admin/policies')}>
                All versions
              </Link>
            </div>
            <PolicyLinks />
          </section>
        ) : null}
      </SettingsForm>
      {preview ? <ShippingPreview settings={preview} /> : null}
    </>
  );
}
