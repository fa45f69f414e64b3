import { useState } from 'react';
import { Form, Link, useNavigation, href } from 'react-router';
import { formatMoment } from '#app/basics/india.ts';
import { policyResetSchema, policySchema } from '#app/modules/store/policies/forms.ts';
import { getPolicyToEdit, previewPolicy, publishPolicy } from '#app/modules/store/policies/policies.server.ts';
import { MAX_SOURCE_LENGTH, POLICY_IDS, POLICY_TITLES, type PolicyText } from '#app/modules/store/policies/policy.ts';
import { VARIABLES } from '#app/modules/store/policies/variables.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { listAddress, oneOf } from '#app/routes/admin/shared/list-search.ts';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { LeaveGuard } from '#app/ui/kit/leave-guard.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { PolicySections } from '#app/ui/shop/policy-text.tsx';
import { ignoreLiveUpdates } from '#app/routes/ignore-live-updates.ts';
import type { Route } from './+types/policy.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(loaderData?.title ?? 'Policies')({ matches });

const policyOf = ({ policy }: { policy: string }) => {
  const found = oneOf(POLICY_IDS, policy);
  if (!found) throw notFound();
  return found;
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const policy = policyOf(params);
  return { policy, title: POLICY_TITLES[policy], ...(await getPolicyToEdit(context.get(shopContext), policy)) };
}

const STALE_VERSION =
  'Someone else published a new version. Your text is still here: copy it, then reload the page to see theirs.';
const DONE = { published: 'Published.', reset: 'Default text restored.' };

const form = formOf<Route.ActionArgs>();

const TEXT = {
  longest: MAX_SOURCE_LENGTH,
  prepare: (shop: Shop, _body: FormData, { params }: Route.ActionArgs) => {
    ownerOnly(shop);
    policyOf(params);
    return {};
  },
  invalid: (errors: Record<string, string>) => ({ errors, status: 422 }),
};

const publish = (done: keyof typeof DONE) =>
  form({
    ...TEXT,
    schema: done === 'reset' ? policyResetSchema : policySchema,
    run: (shop, { number, source }, { params }) =>
      publishPolicy(shop, { policy: policyOf(params), number, source: done === 'reset' ? null : source }),
    done: (_published, _fields, { params, url }) => listAddress(href('/admin/policies/:policy', params), url, { done }),
    refused: () => STALE_VERSION,
  });

export const action = formAction({
  '': publish('published'),
  reset: publish('reset'),
  preview: form({
    ...TEXT,
    schema: policySchema,
    run: (shop, { source }) => previewPolicy(shop, source),
    done: (preview, { source, number }) => ({
      typed: { source, number: String(number) },
      stamp: crypto.randomUUID(),
      preview,
    }),
    refused: {},
  }),
});

export const shouldRevalidate = ignoreLiveUpdates;

export default function EditPolicy({ loaderData, actionData }: Route.ComponentProps) {
  const { policy, title, source, isOwn, number, versions } = loaderData;
  const { state } = useNavigation();
  const { field, summary, values, isAgain } = useShopForm({ known: { source, number: String(number) } });
  const [isChanged, setChanged] = useState(false);
  const preview = actionData && 'preview' in actionData ? (actionData.preview as PolicyText | undefined) : undefined;
  return (
    <>
      <LeaveGuard when={(isChanged || isAgain) && state === 'idle'} />
      <ListHead
        title={title}
        count={isOwn ? 'Your own text' : 'Default text'}
        back={{ to: href('/admin/policies'), label: 'Back to Policies' }}
      >
        <ButtonLink look="card" icon="eye" to={`/${policy}`}>
          View in shop
        </ButtonLink>
      </ListHead>
      <Done messages={DONE} />
      <Form
        key={number}
        method="post"
        className="panel form max-w-208 p-panel"
        noValidate
        preventScrollReset
        onInput={() => setChanged(true)}
        onSubmit={() => setChanged(false)}
      >
        <ErrorSummary {...summary} />
        <input type="hidden" name="number" value={values.number} />
        <TextArea
          label="Text"
          {...field('source')}
          hint="Markdown: ## before a heading, - before each point of a list, 1. before each step, **bold**, [a link](/shipping). {{ variables }} follow your settings."
          rows={24}
          marked
          required
        />
        <Accordion title="Variables">
          <ul className="grid gap-1">
            {Object.entries(VARIABLES).map(([name, { about }]) => (
              <li key={name}>
                <code>{`{{ ${name} }}`}</code> <span className="muted">{about}</span>
              </li>
            ))}
          </ul>
        </Accordion>
        <p className="meta">Each order keeps the version it was placed under. Have a lawyer check your text.</p>
        <div className="flex flex-wrap justify-end gap-2">
          {isOwn ? (
            <Button look="quiet" name="intent" value="reset">
              Restore default text
            </Button>
          ) : null}
          <Button look="card" name="intent" value="preview">
            Preview
          </Button>
          <Button busy={state === 'submitting'}>Publish</Button>
        </div>
      </Form>
      {preview ? (
        <section className="panel max-w-208 p-panel" aria-label="Preview" role="status">
          <h2 className="mb-3 text-h3">Preview</h2>
          <PolicySections text={preview} />
        </section>
      ) : null}
      <section className="panel max-w-208" aria-labelledby="versions">
        <h2 id="versions" className="p-panel pb-2 font-sans text-base font-semibold">
          Versions
        </h2>
        <ul>
          {versions.map((version) => (
            <li key={version.number} className="border-line border-t px-panel py-2">
              <Link
                className="link inline-flex min-h-11 items-center"
                to={href('/admin/policies/:policy/versions/:number', { policy, number: String(version.number) })}
              >
                Version {version.number}
              </Link>
              <span className="meta num block">
                {formatMoment(version.createdAt)}, {version.isOwn ? 'your own text' : 'default text'}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
