import type { PrivatePicture } from '#app/modules/catalogue/media/media.server.ts';
import { privateAnswer } from '#app/routes/api/file-answer.ts';
import { PRIVATE_HEADERS } from './open-request.server.ts';

/** The answer with a picture of a request, which no cache that is shared may keep. */
export function pictureAnswer(picture: PrivatePicture): Response {
  const answer = privateAnswer(picture);
  for (const [name, value] of Object.entries(PRIVATE_HEADERS)) answer.headers.set(name, value);
  return answer;
}
