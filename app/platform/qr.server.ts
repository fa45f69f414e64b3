import QRCode from 'qrcode';

export type Qr = { size: number; path: string };

const QUIET_ZONE = 4;

export function drawQr(text: string): Qr {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      const from = column;
      while (column + 1 < modules.size && modules.get(row, column + 1)) column += 1;
      path += `M${from + QUIET_ZONE} ${row + QUIET_ZONE}h${column - from + 1}v1h-${column - from + 1}z`;
    }
  }
  return { size: modules.size + 2 * QUIET_ZONE, path };
}
