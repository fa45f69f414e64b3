const NAMED = 8;

/** The chosen pieces of a question, by title. */
export function ChosenTitles({ artworks }: { artworks: readonly { id: string; title: string }[] }) {
  return (
    <ul className="muted">
      {artworks.slice(0, NAMED).map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
      {artworks.length > NAMED ? <li>and {artworks.length - NAMED} more</li> : null}
    </ul>
  );
}

/** The same, as a form sends them. */
export const ChosenIds = ({ artworks }: { artworks: readonly { id: string }[] }) =>
  artworks.map(({ id }) => <input key={id} type="hidden" name="id" value={id} />);
