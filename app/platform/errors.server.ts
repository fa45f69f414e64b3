/** Thrown once for "not there" and "not yours" alike, so that the two can't be told apart (T2); the edge answers 404. */
export class NotFound extends Error {
  override name = 'NotFound';
}

/** Thrown when the visitor must sign in first; the edge shows home with the sign-in open. */
export class SignInNeeded extends Error {
  override name = 'SignInNeeded';
}

export const notFound = (what = 'Not found') => new NotFound(what);
export const signInNeeded = () => new SignInNeeded('Sign in first');
