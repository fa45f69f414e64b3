/**
 * Thrown for both "does not exist" and "belongs to someone else", so that nobody can distinguish them (T2). Answered
 * with 404.
 */
export class NotFound extends Error {
  override name = 'NotFound';
}

export class SignInNeeded extends Error {
  override name = 'SignInNeeded';
}

export const notFound = (what = 'Not found') => new NotFound(what);
export const signInNeeded = () => new SignInNeeded('Sign in first');
