/** A QR code drawn by the server as one path in a square of `size` units; `label` says what scanning it does. */
export function QrCode({ qr, label }: { qr: { size: number; path: string }; label: string }) {
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={qr.path} fill="#2A1A13" />
      </svg>
    </div>
  );
}
