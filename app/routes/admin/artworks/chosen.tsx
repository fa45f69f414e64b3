export type Chosen = { areAll: boolean; count: number; artworks: readonly { id: string; title: string }[] };

const NAMED = 8;

/** The chosen pieces of a question, by title. */
export function ChosenTitles({ count, artworks }: Chosen) {
  return (
    <ul className="muted">
      {artworks.slice(0, NAMED).map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
      {count > NAMED ? <li>and {count - NAMED} more</li> : null}
    </ul>
  );
}

/** The same, as a form sends them. */
export const ChosenIds = ({ areAll, artworks }: Chosen) =>
  areAll ? (
    <input type="hidden" name="all" value="on" />
  ) : (
    artworks.map(({ id }) => <input key={id} type="hidden" name="id" value={id} />)
  );
