import { Icon } from '#app/ui/kit/icon.tsx';

export function Rating({ value, shown = true }: { value: number; shown?: boolean }) {
  return (
    <>
      {shown ? <span aria-hidden="true">{value} </span> : null}
      <span className="sr-only">Rated {value} out of 5</span>
      <span className="stars" aria-hidden="true">
        {Array.from({ length: Math.round(value) }, (_, star) => (
          <Icon key={star} name="star" />
        ))}
      </span>
    </>
  );
}
