import { strToU8, Zip, ZipDeflate } from 'fflate';

/** Excel needs this mark to read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** `lines` is a text file for Excel. `bytes` is written unchanged. */
export type FileToZip = { name: string; lines: AsyncIterable<string> } | { name: string; bytes: Uint8Array };

/** Packs files one by one, so that memory contains only the current part. */
export async function* zipFiles(
  files: Iterable<FileToZip> | AsyncIterable<FileToZip>,
  mtime: Date,
): AsyncGenerator<Uint8Array> {
  let packed: Uint8Array[] = [];
  const takePacked = () => {
    const taken = packed;
    packed = [];
    return taken;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    packed.push(chunk);
  });
  for await (const entry of files) {
    const file = new ZipDeflate(entry.name);
    file.mtime = mtime;
    zip.add(file);
    if ('lines' in entry) {
      file.push(strToU8(BYTE_ORDER_MARK));
      for await (const text of entry.lines) {
        file.push(strToU8(text));
        yield* takePacked();
      }
    }
    file.push('bytes' in entry ? entry.bytes : new Uint8Array(), true);
    yield* takePacked();
  }
  zip.end();
  yield* takePacked();
}
