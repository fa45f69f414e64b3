import { strToU8, Zip, ZipDeflate } from 'fflate';

/** Excel needs it to read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Packs text files one after the other, so that memory contains only the rows being written. */
export async function* zipFiles(
  files: readonly { name: string; lines: AsyncIterable<string> }[],
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
  for (const { name, lines } of files) {
    const file = new ZipDeflate(name);
    file.mtime = mtime;
    zip.add(file);
    file.push(strToU8(BYTE_ORDER_MARK));
    for await (const text of lines) {
      file.push(strToU8(text));
      yield* takePacked();
    }
    file.push(new Uint8Array(), true);
    yield* takePacked();
  }
  zip.end();
  yield* takePacked();
}
