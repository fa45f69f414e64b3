import type { FormAnswer } from '#app/ui/kit/use-form.ts';

/** What the dialog says in each mode; `back` stands before the way back to signing in. */
export const MODES = {
  signin: { title: 'Welcome Back', button: 'Sign In', back: '' },
  signup: { title: 'Create Account', button: 'Create Account', back: 'Have an account?' },
  forgot: {
    title: 'Forgot your password?',
    button: 'Send the link',
    explained: 'Tell us your email and we send you a link that sets a new password.',
    back: 'Remembered it?',
  },
  code: {
    title: 'Sign in with a code',
    button: 'Send me a code',
    explained: 'Tell us your email and we send you a code that signs you in, without a password.',
    back: 'Have a password?',
  },
  'second-factor': {
    title: 'One more step',
    button: 'Sign In',
    explained: 'Your account asks for a second step at every sign-in.',
    back: 'Somebody else?',
  },
} as const satisfies Record<string, { title: string; button: string; explained?: string; back: string }>;
export type SignInMode = keyof typeof MODES;

/** The mode an address asks for; signing in when it names none of ours. */
export const signInMode = (named: string | null): SignInMode =>
  named !== null && Object.hasOwn(MODES, named) ? (named as SignInMode) : 'signin';

/**
 * What the sign-in answers, in the mode that is to be shown then: mistakes beside their fields, one of the whole,
 * that an account was made, or that a mail is on its way.
 */
export type SignInOutcome = FormAnswer & { mode: SignInMode; signedIn?: { returnTo: string }; isMailed?: boolean };

/** Reasons an address may give by their names; never words from an address. */
export const REASONS: ReadonlyMap<string, string> = new Map([
  ['request', 'Please log in to request an order.'],
  ['coupon', 'Please log in to apply a coupon.'],
  ['wishlist', 'Please login to add items to wishlist'],
]);
