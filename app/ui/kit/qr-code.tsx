const INK = '#2A1A13';

export function QrCode({ qr, label }: { qr: { size: number; path: string }; label: string }) {
  return (
    <div className="qr">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={qr.path} fill={INK} />
      </svg>
    </div>
  );
}

const PIXELS_A_SQUARE = 12;

export function saveQrCode({ size, path }: { size: number; path: string }, name: string): void {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * PIXELS_A_SQUARE;
  const pencil = canvas.getContext('2d');
  if (!pencil) return;
  pencil.scale(PIXELS_A_SQUARE, PIXELS_A_SQUARE);
  pencil.fillStyle = '#FFFFFF';
  pencil.fillRect(0, 0, size, size);
  pencil.fillStyle = INK;
  pencil.fill(new Path2D(path));
  const link = document.createElement('a');
  link.download = `${name}.png`;
  link.href = canvas.toDataURL('image/png');
  link.click();
}
