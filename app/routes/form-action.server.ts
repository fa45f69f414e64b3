import { type ActionFunctionArgs, data, redirect } from 'react-router';
import { z } from 'zod';
import { asksForData } from '#app/basics/data-address.ts';
import { ownValue } from '#app/basics/own-value.ts';
import { OUTDATED_FORM } from '#app/basics/stale-form.ts';
import { readFields, unknownField } from '#app/platform/forms.ts';
import { safeReturn } from '#app/platform/safe-return.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';
import { shopContext } from './request-context.server.ts';
import { type FlashMessage, type Visit, visitContext } from './visit.server.ts';

export type ActionArgs = Pick<ActionFunctionArgs, 'request' | 'context' | 'params' | 'url'>;
type WithVisit<Args> = Args & { visit: Visit };

/** Shown on the page with the form, or at `to` as a flash message. */
type Shown = FormAnswer & { to?: string; [more: string]: unknown };
type Answer = string | Response | Shown;
type WithStatus = Shown & { status?: number };
type RefusedForm = string | WithStatus;
type Refusal = { readonly ok: false; readonly reason: string; readonly data: unknown };
type ValueOf<Outcome> = Outcome extends { ok: true; value: infer Value } ? Value : Exclude<Outcome, Refusal>;
type RefusalOf<Outcome> = Extract<Outcome, Refusal>;
type Refuse<Refused, Fields, Args> = (
  refusal: Refused,
  fields: Fields,
  args: Args,
) => RefusedForm | Promise<RefusedForm>;
type RefusedBy<Refused extends Refusal, Fields, Args> =
  | Refuse<Refused, Fields, Args>
  | { [Reason in Refused['reason']]: RefusedForm | Refuse<Extract<Refused, { reason: Reason }>, Fields, Args> };

const NO_FIELDS = z.strictObject({});

type FormBase<Args, Prepared extends WithStatus = WithStatus> = {
  lists?: readonly string[];
  longest?: number;
  /** Replaces the default answer for invalid fields, which has errors by name and status 400. */
  invalid?: (errors: Record<string, string>, typed: Record<string, string>) => WithStatus;
  /** Reads parts that a schema cannot, such as pictures. Every answer contains their result; errors stop the form. */
  prepare?: (shop: Shop, body: FormData, args: WithVisit<Args>) => Prepared | Promise<Prepared>;
  /** For buttons on other pages: where to return without JavaScript, if the form has no `returnTo` field. */
  back?: (args: WithVisit<Args>, shown: Shown) => string | undefined;
  about?: FlashMessage['about'];
};

type Definition<Args, Schema extends z.ZodType, Outcome, Prepared extends WithStatus> = FormBase<Args, Prepared> & {
  schema?: Schema | ((shop: Shop, args: WithVisit<Args>) => Schema | Promise<Schema>);
  run: (shop: Shop, fields: z.output<Schema>, args: WithVisit<Args>, prepared: Prepared) => Promise<Outcome>;
  /** Returns the next address, or the answer for the page. By default, the page revalidates. */
  done?: (value: ValueOf<Outcome>, fields: z.output<Schema>, args: WithVisit<Args>) => Answer | Promise<Answer>;
  refused: RefusedBy<RefusalOf<Outcome>, z.output<Schema>, WithVisit<Args>>;
};

export type Form<Args> = FormBase<Args> & {
  schema?: z.ZodType | ((shop: Shop, args: WithVisit<Args>) => z.ZodType | Promise<z.ZodType>);
  run: (shop: Shop, fields: never, args: WithVisit<Args>, prepared: never) => unknown;
  done?: (value: never, fields: never, args: WithVisit<Args>) => Answer | Promise<Answer>;
  refused: RefusedBy<never, never, WithVisit<Args>>;
};

/** Returns the function `form`, which declares a route's form. The type argument is the route's `Route.ActionArgs`. */
export const formOf =
  <Args extends ActionArgs = ActionArgs>() =>
  <Outcome, Schema extends z.ZodType = typeof NO_FIELDS, Prepared extends WithStatus = WithStatus>(
    definition: Definition<Args, Schema, Outcome, Prepared>,
  ): Form<Args> =>
    definition as unknown as Form<Args>;

type FormsOf<Args> = Form<Args> | Record<string, Form<Args>>;

/**
 * Creates an action for one form, or for several forms by `intent`. Invalid fields answer 400, refusals 409 or 429.
 * `before` may refuse before the body is read.
 */
export function formAction<Args extends ActionArgs>(
  declared: FormsOf<Args> | ((args: Args) => FormsOf<Args>),
  { before }: { before?: (shop: Shop, args: WithVisit<Args>) => Promise<Shown | undefined> } = {},
) {
  return async (given: Args): Promise<Response | ReturnType<typeof data<FormAnswer>>> => {
    const { request, context, url } = given;
    const forms = typeof declared === 'function' ? declared(given) : declared;
    const shop = context.get(shopContext);
    const visit = context.get(visitContext);
    const args = { ...given, visit };
    const stopped = await before?.(shop, args);
    if (stopped) return data<FormAnswer>({ ok: false, ...stopped }, { status: 429 });
    const body = await request.formData();
    const intent = isForm(forms) ? undefined : take(body, 'intent');
    const returnTo = take(body, 'returnTo');
    const sent = isForm(forms) ? forms : ownValue(forms, intent ?? '');
    if (!sent) throw badRequest();

    const answer = (shown: Answer, status: number) => {
      if (shown instanceof Response) return shown;
      if (typeof shown === 'string') return redirect(shown, 303);
      const backTo = sent.back?.(args, shown);
      const to = shown.to ?? (backTo !== undefined && !asksForData(request) ? safeReturn(returnTo, backTo) : undefined);
      // The router revalidates only after a status below 400.
      if (to === undefined)
        return data<FormAnswer>(shown, { status: sent.back && asksForData(request) ? 200 : status });
      const text = shown.toast?.text ?? shown.message ?? shown.formError ?? Object.values(shown.errors ?? {})[0];
      if (text) visit.flash({ text, about: sent.about });
      return redirect(to, 303);
    };
    const { status: statusAtOnce, ...prepared } = (await sent.prepare?.(shop, body, args)) ?? {};
    const schema = typeof sent.schema === 'function' ? await sent.schema(shop, args) : (sent.schema ?? NO_FIELDS);
    const read = readFields(body, schema, sent);
    const typed = { ...(intent !== undefined && { intent }), ...read.typed };
    const again = (shown: RefusedForm, status: number) => {
      const { status: ownStatus = status, ...rest } = typeof shown === 'string' ? { formError: shown } : shown;
      return answer(
        {
          ok: false,
          ...prepared,
          ...rest,
          ...(rest.errors && { errors: { ...prepared.errors, ...rest.errors } }),
          typed: { ...typed, ...prepared.typed, ...rest.typed },
        },
        ownStatus,
      );
    };
    if (statusAtOnce !== undefined) return again({}, statusAtOnce);
    // A button has no field that could show an error.
    if (!read.ok && sent.back) throw badRequest();
    if (!read.ok)
      return again(
        sent.invalid?.(read.errors, read.typed) ?? {
          errors: { ...prepared.errors, ...read.errors },
          ...(isOutdated(read.errors) && { formError: OUTDATED_FORM }),
        },
        400,
      );
    if (prepared.formError ?? prepared.errors) return again({}, 400);

    const outcome = await sent.run(shop, read.value as never, args, prepared as never);
    if (isRefusal(outcome)) {
      const { retryAfterSeconds } = (outcome.data ?? {}) as { retryAfterSeconds?: number };
      if (retryAfterSeconds !== undefined) visit.retryAfterSeconds = retryAfterSeconds;
      return again(await wordRefusal(sent, outcome, read.value, args), retryAfterSeconds === undefined ? 409 : 429);
    }
    const value = isDone(outcome) ? outcome.value : outcome;
    const shown = await sent.done?.(value as never, read.value as never, args);
    return answer(shown ?? (sent.back ? {} : url.pathname + url.search), 200);
  };
}

const isOutdated = (errors: Record<string, string>) =>
  Object.entries(errors).some(([name, message]) => message === unknownField(name));

const badRequest = () => new Response(null, { status: 400, statusText: 'Bad Request' });

function take(body: FormData, name: string): string | undefined {
  const value = body.get(name);
  body.delete(name);
  return typeof value === 'string' ? value : undefined;
}

const isForm = <Args>(forms: FormsOf<Args>): forms is Form<Args> => typeof forms.run === 'function';

const isRefusal = (outcome: unknown): outcome is Refusal =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === false && 'reason' in outcome;

const isDone = (outcome: unknown): outcome is { value: unknown } =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === true && 'value' in outcome;

function wordRefusal(
  { refused }: Form<never>,
  refusal: Refusal,
  fields: unknown,
  args: unknown,
): RefusedForm | Promise<RefusedForm> {
  const answer = typeof refused === 'function' ? refused : (refused as Record<string, unknown>)[refusal.reason];
  return typeof answer === 'function'
    ? (answer as Refuse<Refusal, unknown, unknown>)(refusal, fields, args)
    : (answer as RefusedForm);
}
