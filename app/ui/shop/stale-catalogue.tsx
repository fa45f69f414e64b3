import { errorLoadingArtworks } from '#app/modules/catalogue/artworks/messages.ts';
import { Note } from '#app/ui/kit/note.tsx';

export function StaleCatalogue({ isEmpty, problem = '' }: { isEmpty: boolean; problem?: string }) {
  return (
    <Note className="mb-6">
      {isEmpty
        ? errorLoadingArtworks(problem)
        : 'We can’t reach our catalogue, so this page may be out of date. Buying is paused for now.'}
    </Note>
  );
}
