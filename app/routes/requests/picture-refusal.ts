import { COMMISSION_REFUSALS } from '#app/modules/requests/requests/messages.ts';
import type { uploadPicture } from '#app/modules/requests/requests/pictures.server.ts';
import { pictureRefusal, UPLOAD_FAILED } from '#app/modules/catalogue/media/messages.ts';
import { waitFirst } from '#app/modules/requests/requests/custom-order-messages.ts';

type PictureRefused = Extract<Awaited<ReturnType<typeof uploadPicture>>, { ok: false }>;

/** Why a picture of the conversation or of a stage wasn't taken. */
export function commissionPictureRefusal(refusal: PictureRefused): string {
  if (refusal.reason === 'enough-pictures') return COMMISSION_REFUSALS[refusal.reason];
  if (refusal.reason === 'too-many') return `${UPLOAD_FAILED} ${waitFirst(refusal.data.retryAfterSeconds)}`;
  return pictureRefusal(refusal);
}
