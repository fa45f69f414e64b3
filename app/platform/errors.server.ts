/**
 * Thrown for rows that do not exist and rows of another person, so that nobody can distinguish them (T2). The answer is
 * 404.
 */
export class NotFound extends Error {
  override name = 'NotFound';
}

export class SignInNeeded extends Error {
  override name = 'SignInNeeded';
}

export const notFound = (what = 'Not found') => new NotFound(what);
export const signInNeeded = () => new SignInNeeded('Sign in first');
