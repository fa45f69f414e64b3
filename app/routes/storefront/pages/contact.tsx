import { whatsAppAddress } from '#app/basics/whatsapp-address.ts';
import { randomUUID } from 'node:crypto';
import { useEffect, useRef } from 'react';
import { Form, Link, useLocation, useNavigation, href } from 'react-router';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { dayInIndia } from '#app/basics/india.ts';
import { formatMinutes, formatSpan } from '#app/basics/duration.ts';
import { sendContactMessage } from '#app/modules/messaging/contact/contact.server.ts';
import { ARTWORK_INTERESTS, contactMessageSchema } from '#app/modules/messaging/contact/forms.ts';
import { summariesOf } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { readZipCode } from '#app/modules/store/shipping/address-forms.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { comingHolidays, shownContact } from '#app/modules/store/settings/settings.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { Accordion } from '#app/ui/kit/accordion.tsx';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Icon, type IconName } from '#app/ui/kit/icon.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Field, Select, TextArea } from '#app/ui/kit/field.tsx';
import { NotSent } from '#app/ui/shop/not-sent.tsx';
import { type FormAnswer, useShopForm } from '#app/ui/kit/use-form.ts';
import { useLastAnswer } from '#app/ui/kit/use-last-answer.ts';
import { PersonFields } from '#app/ui/shop/person-fields.tsx';
import { InfoPage } from '#app/ui/shop/info-page.tsx';
import type { Route } from './+types/contact.ts';
import { faqFacts } from './faq-facts.server.ts';
import { questionGroups } from './faq-questions.ts';
import { grievanceLabel, holidayLabel, sellerLabel } from '#app/modules/store/policies/policy-labels.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Contact Us',
    description: 'Write to, call or visit our studio.',
    path: href('/contact'),
  });

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [settings, profile, question] = await Promise.all([
    getSettings(shop),
    shop.actor.kind === 'guest' ? undefined : getProfile(shop),
    askAboutDelivery(shop, url.searchParams),
  ]);
  const [orders, shipping, , custom] = questionGroups(faqFacts(shop, settings));
  return {
    key: randomUUID(),
    contact: shownContact(shop.config.mode, settings),
    seller: sellerLabel(settings.legal),
    grievance: grievanceLabel(settings.legal),
    holidays: comingHolidays(settings.holidays, dayInIndia(shop.now)),
    prefilled: { name: profile?.name ?? '', email: profile?.email ?? '', phone: profile?.phone ?? '', ...question },
    questions: [orders!.questions[2], shipping!.questions[0], custom!.questions[0]],
  };
}

/** Fills in a question about delivery of the pieces in `artwork` to a `pin` without delivery. */
async function askAboutDelivery(shop: Shop, search: URLSearchParams) {
  const zipCode = readZipCode(search.get('pin'));
  if (!zipCode) return {};
  const artworks = await summariesOf(shop, search.getAll('artwork').slice(0, MAX_NAMED));
  const titles = [...artworks.values()].map(({ title }) => `“${title}”`).join(', ');
  return {
    subject: `Delivery to ${zipCode}`,
    message: `Could you deliver ${titles || 'a piece'} to PIN code ${zipCode}?`,
  };
}

const MAX_NAMED = 10;

const form = formOf();

export const action = formAction(
  form({
    schema: contactMessageSchema,
    run: sendContactMessage,
    done: ({ ticketNumber }) => ({ ok: true, ticketNumber }),
    refused: {
      'too-many': ({ data }) => `Too many messages. Try again in ${formatMinutes(data.retryAfterSeconds)}, or call us.`,
    },
  }),
);

type ContactAnswer = FormAnswer & { ticketNumber?: string };

const NOT_SENT = 'Your message could not be sent.';

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, seller, grievance, questions, holidays } = loaderData;
  const answer = useLastAnswer(actionData as ContactAnswer | undefined, useLocation().key);
  return (
    <InfoPage title="Contact" lede={`We reply within ${formatSpan(contact.replyWithinHours, 'hour')}.`}>
      <dl className="contact-cards" aria-label="How to reach us">
        {contact.phone === null ? null : (
          <Detail icon="phone" label="Phone" text={contact.phone} to={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} />
        )}
        {contact.whatsapp === null ? null : (
          <Detail icon="chat" label="WhatsApp" text={contact.whatsapp} to={whatsAppAddress(contact.whatsapp)} />
        )}
        {contact.email === null ? null : (
          <Detail wide icon="mail" label="Email" text={contact.email} to={`mailto:${contact.email}`} />
        )}
        {contact.address === null ? null : <Detail wide icon="pin" label="Studio" text={contact.address} />}
        <Detail wide icon="clock" label="Hours" text={contact.hours} />
        {seller ? <Detail wide icon="info" label="Seller" text={seller} /> : null}
        {grievance ? <Detail wide icon="info" label="Grievance officer" text={grievance} /> : null}
        {holidays.length > 0 ? (
          <Detail wide icon="info" label="Closed on" text={holidays.map(holidayLabel).join('; ')} />
        ) : null}
      </dl>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)] lg:gap-20">
        {answer?.ok ? (
          <Sent ticketNumber={answer.ticketNumber!} within={contact.replyWithinHours} />
        ) : (
          <Message {...{ loaderData, problem: answer }} />
        )}
        <section aria-labelledby="asked-often">
          <h2 id="asked-often" className="mb-2 text-h4">
            Common questions
          </h2>
          {questions.map((entry) => (
            <Accordion key={entry.question} name="contact-questions" title={entry.question}>
              <p>{entry.answer}</p>
            </Accordion>
          ))}
          <p className="mt-3">
            <Link className="link" to={href('/faq')}>
              All questions
            </Link>
          </p>
        </section>
      </div>
    </InfoPage>
  );
}

function Detail({
  icon,
  label,
  text,
  to,
  wide,
}: {
  icon: IconName;
  label: string;
  text: string;
  to?: string;
  wide?: boolean;
}) {
  return (
    <div className={wide ? 'contact-card-wide' : undefined}>
      <dt>
        <Icon name={icon} />
        {label}
      </dt>
      <dd>
        {to ? (
          <a className="link" href={to}>
            {text}
          </a>
        ) : (
          text
        )}
      </dd>
    </div>
  );
}

function Message({ loaderData, problem }: { loaderData: Route.ComponentProps['loaderData']; problem?: FormAnswer }) {
  const sending = useNavigation().state === 'submitting';
  const form = useRef<HTMLFormElement>(null);
  const { values, field, summary } = useShopForm({ known: { ...loaderData.prefilled, key: loaderData.key } });
  return (
    <Form ref={form} method="post" className="grid gap-5" noValidate aria-label="Write to us">
      <FailureText>{NOT_SENT}</FailureText>
      <ErrorSummary {...(problem?.failure ? {} : summary)} />
      <input type="hidden" name="key" value={values.key ?? loaderData.key} />
      <PersonFields field={field} phoneOptional="If you’d like us to call you." />
      <Select label="What is it about?" {...field('artworkInterest')} optional>
        <option value="">Choose…</option>
        {Object.entries(ARTWORK_INTERESTS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      <Field label="Subject" {...field('subject')} maxLength={150} required />
      <TextArea label="Message" {...field('message')} rows={6} maxLength={4000} required />
      {problem?.failure ? <NotSent message={NOT_SENT} send={() => form.current?.requestSubmit()} /> : null}
      <div>
        <Button busy={sending}>{sending ? 'Sending…' : 'Send message'}</Button>
      </div>
    </Form>
  );
}

function Sent({ ticketNumber, within }: { ticketNumber: string; within: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div role="status" className="grid justify-items-start gap-4 bg-sand p-6 lg:p-8">
      <h2 className="text-h3" ref={heading} tabIndex={-1}>
        Message sent!
      </h2>
      <p className="text-ink-2">Thank you for writing. We reply within {formatSpan(within, 'hour')}.</p>
      <p>
        Your ticket number: <b className="num">{ticketNumber}</b>. We’ve emailed it to you too.
      </p>
      <ButtonLink look="secondary" to={href('/contact')} reloadDocument>
        Send another message
      </ButtonLink>
    </div>
  );
}
