/** One cookie of a request, decoded; undefined when it isn't there or can't be read. */
export function readCookie(request: Request, name: string): string | undefined {
  const text = request.headers.get('cookie')?.split(/; */).find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
