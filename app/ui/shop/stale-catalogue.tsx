import { Note } from '#app/ui/kit/note.tsx';

export function StaleCatalogue({ isEmpty, problem = '' }: { isEmpty: boolean; problem?: string }) {
  return (
    <Note className="mb-6">
      {isEmpty
        ? `Error loading artworks: ${problem || 'An error occurred'}`
        : 'We can’t reach our catalogue, so this page may be out of date. Buying is paused for now.'}
    </Note>
  );
}
