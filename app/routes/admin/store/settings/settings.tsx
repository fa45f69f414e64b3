import { z } from 'zod';
import { done } from '#app/basics/result.ts';
import { accountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { findClosing } from '#app/modules/store/closing/closing.server.ts';
import { changeOwnerSettings, findPendingPayee } from '#app/modules/operations/health/payee.server.ts';
import { getSecondFactor } from '#app/modules/identity/sign-in/second-factor.server.ts';
import { recordPolicyVersions } from '#app/modules/store/policies/policies.server.ts';
import { getSettingsToChange, type SettingVersions } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ownerOnly } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Chip, ChipRow } from '#app/ui/kit/chip.tsx';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import { useFormAnswer } from '#app/ui/kit/use-form-answer.ts';
import type { Route } from './+types/settings.ts';
import { readGroup, rearrange, type Typed, typedOf } from './group-form.ts';
import { addressOf, findGroup, type SettingGroup, SETTING_GROUPS } from './groups.ts';
import { type GroupAnswer, SettingsForm } from './settings-form.tsx';
import { ShippingPreview } from './shipping-preview.tsx';

export const meta = adminMeta('Settings');

function groupOf({ group }: { group?: string | undefined }): SettingGroup {
  const found = findGroup(group);
  if (!found) throw notFound();
  return found;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { settings, versions } = await getSettingsToChange(shop);
  const group = groupOf(params);
  const isSaved = url.searchParams.has('saved');
  const isPayment = group.id === 'payment';
  return {
    id: group.id,
    typed: typedOf(group, settings),
    seen: seenOf(group, versions),
    preview: group.id === 'shipping' ? settings : undefined,
    isSaved,
    payee: isPayment
      ? {
          pending: (await findPendingPayee(shop))?.address,
          asksCode: (await getSecondFactor(shop)).isOn,
        }
      : undefined,
    // Owners of an unopened shop are led back to the checklist.
    isOpeningNext: isSaved && (await findClosing(shop))?.reason === 'not-open',
  };
}

const seenOf = ({ keys }: SettingGroup, versions: SettingVersions): Typed =>
  Object.fromEntries(keys.map((key) => [`seen.${key}`, String(versions[key])]));

/** The field beside which a refused proof is shown. */
const PROOFS = {
  'wrong-password': 'currentPassword',
  'wrong-code': 'code',
} as const;
const PASSWORD_NEEDED_FOR_PAYEE = 'Enter your password to change who is paid.';
const STALE_SETTINGS =
  'Someone else just changed these settings. Your text is still here. Save to overwrite, or reload.';

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

const groupSchema = (group: SettingGroup) =>
  z
    .record(z.string(), z.string())
    .transform(({ intent, currentPassword: password = '', code = '', ...typed }, context) => {
      if (intent && intent !== 'preview') return { typed, arrange: intent };
      const read = readGroup(group, typed);
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
    schema: (_shop, { params }) => groupSchema(groupOf(params)),
    invalid: ({ '': formError, ...errors }) => ({ errors, formError }),
    run: async (shop, { typed, arrange, patch, isPreview, proof }, { params, request }, { stamp }) => {
      const group = groupOf(params);
      if (arrange !== undefined) return done({ stamp, ...rearrange(group, typed, arrange) });
      if (isPreview) return done({ stamp, typed, preview: patch, goOn: 'preview' });
      const seen = versionsSchema.parse(Object.fromEntries(group.keys.map((key) => [key, typed[`seen.${key}`]])));
      const saved = await changeOwnerSettings(shop, { patch, seen, proof }, request.headers);
      if (!saved.ok) return saved;
      await recordPolicyVersions(shop);
      return done();
    },
    done: (shown, _fields, { params }) => shown ?? `${addressOf(groupOf(params).id)}?saved=1`,
    refused: async (refusal, { proof }, { context, params }) => {
      if (refusal.reason === 'stale') {
        // The new versions, so submitting again saves.
        const { versions } = await getSettingsToChange(context.get(shopContext));
        return { typed: seenOf(groupOf(params), versions), formError: STALE_SETTINGS };
      }
      const field = PROOFS[refusal.reason as keyof typeof PROOFS];
      const isMissing = refusal.reason === 'wrong-password' && proof?.password === '';
      const message = isMissing ? PASSWORD_NEEDED_FOR_PAYEE : accountRefusal(refusal);
      return { ...(field ? { errors: { [field]: message } } : { formError: message }), status: 400 };
    },
  }),
);

export const shouldRevalidate = ignoreLiveUpdates;

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { id, seen, typed, isSaved, isOpeningNext, payee } = loaderData;
  const answer = useFormAnswer() as GroupAnswer | undefined;
  const preview = (answer?.preview ?? loaderData.preview) as Settings | undefined;
  return (
    <>
      <div className="admin-head">
        <h1>Settings</h1>
      </div>
      <ChipRow label="Settings">
        {SETTING_GROUPS.map((group) => (
          <Chip key={group.id} to={addressOf(group.id)} chosen={group.id === id}>
            {group.title}
          </Chip>
        ))}
      </ChipRow>
      <SettingsForm
        // Browsers would keep the old field values.
        key={`${id} ${answer?.stamp ?? Object.values(seen).join(' ')}`}
        group={findGroup(id)!}
        typed={typed}
        seen={seen}
        answer={answer}
        hasPreview={preview !== undefined}
        isSaved={isSaved && !answer}
        isOpeningNext={isOpeningNext}
        payee={payee}
      />
      {preview ? <ShippingPreview settings={preview} /> : null}
    </>
  );
}
