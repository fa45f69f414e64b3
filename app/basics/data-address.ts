/** The router's data URLs: `/gallery.data`, and `/_.data` for home. */
export const DATA_ENDING = /_?\.data$/;

/** Returns true if the router's script requests data, and false if a browser requests the page. */
export const asksForData = ({ url }: { url: string }): boolean => DATA_ENDING.test(new URL(url).pathname);

export function pageOfPath(path: string): { page: string; isData: boolean } {
  const isData = path.endsWith('.data');
  return { page: isData ? path.replace(/(?<=\/)_\.data$|\.data$/, '') : path, isData };
}

export const dataAddressOf = (path: string, search = ''): string =>
  `${path}${path.endsWith('/') ? '_.data' : '.data'}${search}`;
