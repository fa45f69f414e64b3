import { type RefusedStatus, REQUEST_REFUSED } from '#app/basics/refused-request.ts';

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
/** No text of a database may hold it, and no field of a form does. */
const NUL = '\0';

/**
 * A request of which an action reads the form as ever; where its sender sent no form, half of one, or a text with NUL, `formData`
 * throws the answer (415 or 400) in place of an error that would look like the shop's own.
 */
export class FormRequest extends Request {
  override async formData(): Promise<FormData> {
    const type = this.headers.get('content-type');
    if (type === null && this.body === null) return new FormData();
    if (type === null || !FORM.test(type)) throw refusal(415);
    const form = await super.formData().catch((error: unknown) => {
      throw error instanceof TypeError && !this.signal.aborted ? refusal(400) : error;
    });
    for (const [name, value] of form)
      if (name.includes(NUL) || (typeof value === 'string' ? value : value.name).includes(NUL)) throw refusal(400);
    return form;
  }

  override clone(): FormRequest {
    return new FormRequest(super.clone());
  }
}

const refusal = (status: RefusedStatus) => new Response(REQUEST_REFUSED[status], { status });

/** Whether an address is one that a text could hold: not torn, and without NUL. */
export function isReadableAddress({ pathname, search }: URL): boolean {
  if (search.includes('%00')) return false;
  try {
    return !decodeURIComponent(pathname).includes(NUL);
  } catch {
    return false;
  }
}
