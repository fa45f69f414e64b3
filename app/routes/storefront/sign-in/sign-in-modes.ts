import type { FormAnswer } from '#app/ui/kit/use-form.ts';

const MODES = ['signin', 'signup', 'forgot', 'code', 'second-factor'] as const;
export type SignInMode = (typeof MODES)[number];

/** The mode an address asks for; signing in when it names none of ours. */
export const signInMode = (named: string | null): SignInMode => MODES.find((mode) => mode === named) ?? 'signin';

/**
 * What the sign-in answers, in the mode that is to be shown then: mistakes beside their fields, one of the whole,
 * that an account was made, or that a mail is on its way.
 */
export type SignInOutcome = FormAnswer & { mode: SignInMode; signedIn?: { returnTo: string }; isMailed?: boolean };

export const TITLES: Record<SignInMode, string> = {
  signin: 'Welcome Back',
  signup: 'Create Account',
  forgot: 'Forgot your password?',
  code: 'Sign in with a code',
  'second-factor': 'One more step',
};
export const BUTTONS: Record<SignInMode, string> = {
  signin: 'Sign In',
  signup: 'Create Account',
  forgot: 'Send the link',
  code: 'Send me a code',
  'second-factor': 'Sign In',
};
export const EXPLAINED: Partial<Record<SignInMode, string>> = {
  forgot: 'Tell us your email and we send you a link that sets a new password.',
  code: 'Tell us your email and we send you a code that signs you in, without a password.',
  'second-factor': 'Your account asks for a second step at every sign-in.',
};
export const BACK: Record<SignInMode, string> = {
  signin: '',
  signup: 'Have an account?',
  forgot: 'Remembered it?',
  code: 'Have a password?',
  'second-factor': 'Somebody else?',
};

/** Reasons an address may give by their names; never words from an address. */
export const REASONS: ReadonlyMap<string, string> = new Map([
  ['request', 'Please log in to request an order.'],
  ['coupon', 'Please log in to apply a coupon.'],
  ['wishlist', 'Please login to add items to wishlist'],
]);
