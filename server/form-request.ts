import { type RefusedStatus, REQUEST_REFUSED } from '#app/basics/refused-request.ts';

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;
/** PostgreSQL cannot store NUL, and no field of a form contains it. */
const NUL = '\0';

/** A request whose `formData` throws 415 or 400 for an invalid form, instead of an error that looks like a bug. */
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

export function isReadableAddress({ pathname, search }: URL): boolean {
  if (search.includes('%00')) return false;
  try {
    return !decodeURIComponent(pathname).includes(NUL);
  } catch {
    return false;
  }
}
