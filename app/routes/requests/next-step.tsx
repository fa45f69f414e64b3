import type { ReactNode } from 'react';
import { Form, href, Link, useNavigation } from 'react-router';
import { formatRupees, paise } from '#app/basics/money.ts';
import type { RequestPage, Quote, TimelineEntry } from '#app/modules/requests/requests/request-page.ts';
import { NEW_QUOTE, quoteExpired } from '#app/modules/requests/requests/messages.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { Checkbox, Field, TextArea } from '#app/ui/kit/field.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { PostalFields } from '#app/ui/shop/postal-fields.tsx';
import type { RequestAddresses } from './addresses.ts';
import { RequestForm } from './request-form.tsx';
import { ClothThatCame, SendCloth } from './customers-cloth.tsx';
import { nextAnswer } from './next-answer.ts';
import { PictureRow } from './picture-row.tsx';

type Props = { page: RequestPage; addresses: RequestAddresses; prefilledAddress: Record<string, string> };

export function NextStep(props: Props) {
  const { page } = props;
  const step = stepOf(props);
  const isPayable = page.order !== null && page.order.payable > 0;
  if (!step && !isPayable) return null;
  return (
    <section id="next" className="next-step" aria-labelledby="next-title">
      <h2 id="next-title" className="text-h4">
        What to do next
      </h2>
      {step}
      {isPayable ? <Payment page={page} addresses={props.addresses} isFirst={!step} /> : null}
    </section>
  );
}

function stepOf({ page, addresses, prefilledAddress }: Props): ReactNode {
  const next = nextAnswer(page);
  switch (next?.to) {
    case 'quote':
      return <QuoteAnswer quote={next.quote} action={addresses.page} prefilledAddress={prefilledAddress} />;
    case 'lapsed-quote':
      return <ExpiredQuote quote={next.quote} action={addresses.page} />;
    case 'design':
      return <DesignAnswer design={next.design} addresses={addresses} changesLeftSentence={changesLeft(page)} />;
    case 'cloth':
      return <ClothThatCame page={page} fabric={next.fabric} addresses={addresses} />;
    case 'send-cloth':
      return (
        <>
          <p>Send us your fabric. We start painting when you have confirmed what arrived.</p>
          <SendCloth fabric={next.fabric} addresses={addresses} />
        </>
      );
    case undefined:
      return null;
  }
}

function ExpiredQuote({ quote, action }: { quote: Quote; action: string }) {
  return (
    <RequestForm intent="ask-change" action={action}>
      <input type="hidden" name="quoteId" value={quote.id} />
      <input type="hidden" name="text" value={NEW_QUOTE} />
      <p>{quoteExpired(quote.validUntil)} Its prices no longer apply.</p>
      <div>
        <Button busy={useNavigation().formData?.get('intent') === 'ask-change'}>Ask for a new quote</Button>
      </div>
    </RequestForm>
  );
}

type StageEntry = Extract<TimelineEntry, { kind: 'stage' }>;

function QuoteAnswer({
  quote,
  action,
  prefilledAddress,
}: {
  quote: Quote;
  action: string;
  prefilledAddress: Record<string, string>;
}) {
  const { values, field, tick, summary } = useShopForm({ intent: 'accept', known: prefilledAddress });
  const change = useShopForm({ intent: 'ask-change' });
  const sending = useNavigation().formData?.get('intent');
  const rest = paise(quote.total - quote.advance);
  return (
    <>
      <p>
        <b className="num" translate="no">
          {formatRupees(quote.total)}
        </b>{' '}
        in all:{' '}
        <b className="num" translate="no">
          {formatRupees(quote.advance)}
        </b>{' '}
        now
        {rest > 0 ? (
          <>
            ,{' '}
            <b className="num" translate="no">
              {formatRupees(rest)}
            </b>{' '}
            before we ship
          </>
        ) : null}
        . Accept, or ask for a change.
      </p>
      <details className="next-form" open={summary.errors !== undefined || summary.formError !== undefined}>
        <summary className="button button-primary">Accept and pay {formatRupees(quote.advance)}</summary>
        <Form method="post" action={action} className="form" noValidate preventScrollReset>
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="quoteId" value={values.quoteId || quote.id} />
          <ErrorSummary {...summary} />
          <Field
            label="Your name"
            {...field('name')}
            hint="Shown on the agreement and the parcel."
            autoComplete="name"
            maxLength={100}
            required
          />
          <Field
            label="Phone"
            {...field('phone')}
            inputMode="tel"
            autoComplete="tel-national"
            hint="For the courier, 10 digits"
            required
          />
          <PostalFields field={field} required />
          <p className="field-hint">Country: India. We deliver within India only.</p>
          <Checkbox
            {...tick('terms')}
            label={
              <>
                I accept quote {quote.version} and the{' '}
                <Link className="link" to={href('/terms')} target="_blank">
                  terms of service
                </Link>
                .
              </>
            }
          />
          <p className="muted">You then pay the advance of {formatRupees(quote.advance)}. We begin when it arrives.</p>
          <div>
            <Button busy={sending === 'accept'}>Accept for {formatRupees(quote.total)}</Button>
          </div>
        </Form>
      </details>
      <details className="next-form" open={change.isAgain}>
        <summary className="button button-secondary">Ask for a change</summary>
        <RequestForm intent="ask-change" action={action}>
          <input type="hidden" name="quoteId" value={quote.id} />
          <TextArea label="What should we change?" {...change.field('text')} rows={4} maxLength={4000} required />
          <div>
            <Button look="secondary" busy={sending === 'ask-change'}>
              Send
            </Button>
          </div>
        </RequestForm>
      </details>
    </>
  );
}

export function nextLabel(page: RequestPage): string {
  const next = nextAnswer(page);
  switch (next?.to) {
    case 'quote':
      return `Accept and pay ${formatRupees(next.quote.advance)}`;
    case 'lapsed-quote':
      return 'Ask for a new quote';
    case 'design':
      return 'Approve the design';
    case 'cloth':
      return 'Confirm your fabric';
    case 'send-cloth':
      return 'Send your fabric';
    case undefined:
      return page.order && page.order.payable > 0 ? `Pay ${formatRupees(page.order.payable)}` : 'See the next step';
  }
}

function changesLeft({ quotes, timeline }: RequestPage): string {
  const accepted = quotes.find(({ standing }) => standing === 'accepted');
  if (!accepted) return '';
  const used = timeline.filter((entry) => entry.kind === 'stage' && entry.changeWanted !== null).length;
  const left = accepted.freeChanges - used;
  if (left <= 0) return 'No free changes are left. We’ll quote any further one first.';
  return `${left} free ${left === 1 ? 'change is' : 'changes are'} left.`;
}

function DesignAnswer({
  design,
  addresses,
  changesLeftSentence,
}: {
  design: StageEntry;
  addresses: RequestAddresses;
  changesLeftSentence: string;
}) {
  const { field, isAgain } = useShopForm({ intent: 'want-change' });
  const sending = useNavigation().formData?.get('intent');
  return (
    <>
      <p>Please check the design. We start painting when you approve it. {changesLeftSentence}</p>
      {design.note ? <p className="wrap-anywhere whitespace-pre-line">{design.note}</p> : null}
      <PictureRow pictures={design.pictures} noun="Design" addresses={addresses} />
      <RequestForm intent="approve" action={addresses.page}>
        <input type="hidden" name="updateId" value={design.id} />
        <div>
          <Button icon="check" busy={sending === 'approve'}>
            Approve the design
          </Button>
        </div>
      </RequestForm>
      <details className="next-form" open={isAgain}>
        <summary className="button button-secondary">Ask for a change</summary>
        <RequestForm intent="want-change" action={addresses.page}>
          <input type="hidden" name="updateId" value={design.id} />
          <TextArea label="What should we change?" {...field('changeWanted')} rows={4} maxLength={4000} required />
          <div>
            <Button look="secondary" busy={sending === 'want-change'}>
              Send
            </Button>
          </div>
        </RequestForm>
      </details>
    </>
  );
}

function Payment({
  page: { order },
  addresses,
  isFirst,
}: {
  page: RequestPage;
  addresses: RequestAddresses;
  isFirst: boolean;
}) {
  if (!order) return null;
  const isAdvance = order.advance !== null && order.received < order.advance;
  const isRest = order.received > 0 || !isAdvance;
  if (order.awaitsCheck)
    return (
      <p>
        We’re confirming your payment of {formatRupees(order.payable)} for order{' '}
        <span className="whitespace-nowrap">{order.orderNumber}</span>.
      </p>
    );
  return (
    <>
      <p>
        {isAdvance ? 'We’ll begin when the advance is paid.' : isRest ? 'We’ll ship when the balance is paid.' : null}{' '}
        Order <span className="whitespace-nowrap">{order.orderNumber}</span>, {formatRupees(order.received)} of{' '}
        {formatRupees(order.total)} received.
      </p>
      <div>
        <ButtonLink icon="rupee" look={isFirst ? 'primary' : 'secondary'} to={addresses.pay(order.id)}>
          {`Pay ${isAdvance ? 'the advance' : 'the balance'}, ${formatRupees(order.payable)}`}
        </ButtonLink>
      </div>
    </>
  );
}
