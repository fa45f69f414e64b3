/** Dot, star and lotus in turn: the only thing that loops. Still under reduced motion. */
export function LoadingMark() {
  return (
    <span className="loading-mark" aria-hidden="true">
      <i className="motif motif-mini-1" />
      <i className="motif motif-mini-2" />
      <i className="motif motif-mini-3" />
    </span>
  );
}

/** The loading mark beside its words; appears after 300 ms. Prefer a skeleton where the shape of the answer is known. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <p className="spinner" role="status">
      <LoadingMark />
      {label}
    </p>
  );
}
