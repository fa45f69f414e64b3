import { expect, test } from 'vitest';
import { csvFile } from './csv-file.ts';

test('a table, written at once or as it is read, says that it is UTF-8 as Excel wants it said', async () => {
  const table = 'title\nRāma\n';
  for (const given of [table, new Blob([table]).stream()]) {
    const bytes = Buffer.from(await csvFile('artworks.csv', given).arrayBuffer());
    expect(bytes.toString()).toBe(`\uFEFF${table}`);
  }
});
