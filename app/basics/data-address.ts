/** The end of an address under which the router asks for a page's data: `/gallery.data`, and `/_.data` for home. */
export const DATA_ENDING = /_?\.data$/;

/** Whether the router's script asks, which gets data; a browser without it asks for the page itself. */
export const asksForData = ({ url }: { url: string }): boolean => DATA_ENDING.test(new URL(url).pathname);

/** Returns the path of the page that an address belongs to, and whether it asks for the page's data. */
export function pageOfPath(path: string): { page: string; isData: boolean } {
  const isData = path.endsWith('.data');
  return { page: isData ? path.replace(/(?<=\/)_\.data$|\.data$/, '') : path, isData };
}

/** Returns the address of a page's data. */
export const dataAddressOf = (path: string, search = ''): string =>
  `${path}${path.endsWith('/') ? '_.data' : '.data'}${search}`;
