import type { MediaFile, PrivatePicture } from '#app/modules/catalogue/media/media.server.ts';

export function mediaAnswer(file: MediaFile | undefined): Response {
  if (!file)
    return new Response('Not found', {
      status: 404,
      headers: { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' },
    });
  // The bucket's address may change, so the answer is cached for only an hour.
  if ('movedTo' in file)
    return new Response(null, {
      status: 302,
      headers: { Location: file.movedTo, 'Cache-Control': 'public, max-age=3600' },
    });
  return fileAnswer(file, 'public, max-age=31536000, immutable');
}

export const privateAnswer = (file: PrivatePicture): Response => fileAnswer(file, 'no-store');

const fileAnswer = ({ stream, size, type }: PrivatePicture, cacheControl: string): Response =>
  new Response(stream, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(size),
      'Cache-Control': cacheControl,
      'X-Content-Type-Options': 'nosniff',
    },
  });
