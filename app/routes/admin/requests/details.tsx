import { Link, href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { FABRIC_SOURCES } from '#app/modules/requests/requests/custom-order.ts';
import { REQUEST_ANSWERS } from '#app/modules/requests/requests/messages.ts';
import type { getRequest, RequestAccount } from '#app/modules/requests/requests/read-requests.server.ts';
import { Done } from '#app/routes/admin/shared/done.tsx';
import { PhoneLinks } from '#app/routes/admin/shared/phone-links.tsx';
import { Part } from '#app/routes/admin/shared/part.tsx';
import { ActionForm, SheetForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Field, TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { useUnlessTyped } from './use-unless-typed.ts';

type Request = Awaited<ReturnType<typeof getRequest>>;

/** Who asks for what, with the pictures only the studio and the sender can see, and whose account it is. */
export function RequestDetails({
  request,
  title,
  pictures,
  account,
}: {
  request: Request;
  title: string;
  pictures: { id: string }[];
  account: RequestAccount | undefined;
}) {
  const isCustom = request.kind === 'custom';
  return (
    <>
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
            text={`Namaste ${request.name.split(' ')[0]}, it is about your request: ${title}.`}
          />
        </dd>
        {isCustom ? (
          <>
            <dt>Fabric</dt>
            <dd>{request.fabricSource ? FABRIC_SOURCES[request.fabricSource] : 'Not said'}</dd>
            <dt>Fabric notes</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{request.fabricNotes || 'None'}</dd>
            <dt>Design</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{request.designStyle}</dd>
            <dt>Stitching</dt>
            <dd>{request.wantStitching ? 'Yes' : 'No'}</dd>
            {request.measurements ? (
              <>
                <dt>Measurements</dt>
                <dd className="whitespace-pre-wrap wrap-anywhere">{request.measurements}</dd>
              </>
            ) : null}
          </>
        ) : (
          <>
            <dt>Message</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">{request.message || 'No message'}</dd>
          </>
        )}
        {request.neededBy ? (
          <>
            <dt>Needed by</dt>
            <dd className="num">{formatDay(request.neededBy)}</dd>
          </>
        ) : null}
        <dt>Account</dt>
        <dd className="wrap-anywhere">
          {account
            ? `${account.name}, ${account.email}: ${account.by === 'sender' ? 'sent this request signed in' : 'has verified this email'}`
            : REQUEST_ANSWERS['user-not-found']}
        </dd>
      </dl>
      <Done messages={{ invited: 'Invitation sent.', 'invited-before': 'Invited today already.' }} />
      {!account && request.status === 'pending' ? (
        <Note tone="info">
          An order needs the account it stands in, and this email is verified by nobody.
          <ActionForm action={href('/admin/requests/:id/invitation', { id: request.id })} className="pt-2">
            <Button look="card" size="small" icon="mail">
              Send an invitation
            </Button>
          </ActionForm>
        </Note>
      ) : null}
      {pictures.length > 0 ? (
        <ul className="grid grid-cols-3 gap-2" aria-label="Inspiration">
          {pictures.map(({ id }, at) => (
            <li key={id}>
              <a href={href('/inspiration/:id', { id })} target="_blank" rel="noreferrer" className="block">
                <img
                  src={href('/inspiration/:id', { id })}
                  alt={`Inspiration ${at + 1}, opens in a new tab`}
                  loading="lazy"
                  className="aspect-square w-full bg-clay object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** The studio's own notes and the price it named, kept with the request. */
export function RequestNotes({ request }: { request: Request }) {
  const quote = request.quote === null ? '' : rupeesText(request.quote);
  const { shown, key, follow } = useUnlessTyped('notes', {
    seen: request.seenNotesAndQuote,
    quote,
    notes: request.notes,
  });
  const { values, field } = useShopForm({ intent: 'notes', known: shown });
  return (
    <Part title="Notes and quote">
      <Done messages={{ noted: 'Notes saved.' }} />
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
    </Part>
  );
}
