import { expect, test } from 'vitest';
import { csvFile } from './csv-file.ts';

test('adds a byte order mark to text and streams', async () => {
  const table = 'title\nRāma\n';
  for (const given of [table, new Blob([table]).stream()]) {
    const bytes = Buffer.from(await csvFile('artworks.csv', given).arrayBuffer());
    expect(bytes.toString()).toBe(`\uFEFF${table}`);
  }
});
