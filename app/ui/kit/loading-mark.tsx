export function LoadingMark() {
  return (
    <span className="loading-mark" aria-hidden="true">
      <i className="motif motif-mini-1" />
      <i className="motif motif-mini-2" />
      <i className="motif motif-mini-3" />
    </span>
  );
}

/** Appears after 300 ms. Prefer a skeleton. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <p className="spinner" role="status">
      <LoadingMark />
      {label}
    </p>
  );
}
