import { href, Link } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { REQUEST_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import type { getRequest } from '#app/modules/requests/requests/read-requests.server.ts';
import type { RequestAccount } from '#app/modules/requests/requests/access.server.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { ActionForm, SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { useUnlessTyped } from './use-unless-typed.ts';

type Request = Awaited<ReturnType<typeof getRequest>>;

export function RequestSender({ request, account }: { request: Request; account: RequestAccount | undefined }) {
  const title = request.artworkTitle ?? 'A deleted artwork';
  return (
    <Part title="Customer">
      <dl className="details-list">
        <dt>Artwork</dt>
        <dd>
          {request.artworkId ? (
            <Link className="link" to={href('/artwork/:id', { id: request.artworkId })}>
              {title}
            </Link>
          ) : (
            title
          )}
          {request.artworkPrice === null ? null : <span className="num">, {formatRupees(request.artworkPrice)}</span>}
        </dd>
        <dt>Email</dt>
        <dd className="wrap-anywhere">{request.email}</dd>
        <dt>Phone</dt>
        <dd className="num">
          <PhoneLinks
            phone={request.phone}
            text={`Namaste ${request.name.split(' ')[0]}, this is about your request: ${title}.`}
          />
        </dd>
        <dt>Account</dt>
        <dd className="wrap-anywhere">
          {account ? (
            <>
              <CustomerLink name={account.name} userId={account.userId} />, {account.email}:{' '}
              {account.by === 'sender' ? 'signed in when sending this' : 'verified this email'}
            </>
          ) : (
            REQUEST_ANSWERS['user-not-found']
          )}
        </dd>
      </dl>
      <Done messages={{ invited: 'Invitation sent.', 'invited-before': 'Already invited today.' }} />
      {!account && request.status === 'pending' ? (
        <Note tone="info">
          An order needs an account, and nobody has verified this email yet.
          <ActionForm action={href('/admin/requests/:id', { id: request.id })} className="pt-2">
            <input type="hidden" name="intent" value="invite" />
            <Button look="card" size="small" icon="mail">
              Send an invitation
            </Button>
          </ActionForm>
        </Note>
      ) : null}
    </Part>
  );
}

export function RequestNotes({ request }: { request: Request }) {
  const quote = request.quote === null ? '' : rupeesText(request.quote);
  const { shown, key, follow } = useUnlessTyped('notes', {
    seen: request.seenNotes,
    quote,
    notes: request.notes,
  });
  const { values, field, isAgain } = useShopForm({ intent: 'notes', known: shown, ids: { quote: 'noted-price' } });
  return (
    <Accordion title="Notes" open={isAgain}>
      <SheetForm key={key} intent="notes" className="grid gap-3" {...follow}>
        <input type="hidden" name="seen" value={values.seen} />
        <Field label="Quote in rupees, one piece" {...field('quote')} inputMode="decimal" autoComplete="off" optional />
        <TextArea
          label="Notes"
          {...field('notes')}
          hint="Only the studio reads them."
          optional
          rows={3}
          maxLength={4000}
        />
        <Button look="card" size="small" className="justify-self-start">
          Save notes
        </Button>
      </SheetForm>
    </Accordion>
  );
}
