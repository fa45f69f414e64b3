import type { FormAnswer } from '#app/ui/kit/use-form.ts';

export const MODES = {
  signin: { title: 'Welcome Back', button: 'Sign In', back: '' },
  signup: { title: 'Create Account', button: 'Create Account', back: 'Have an account?' },
  forgot: {
    title: 'Forgot your password?',
    button: 'Send the link',
    explained: 'Enter your email and we’ll send you a link to set a new password.',
    back: 'Remembered it?',
  },
  code: {
    title: 'Sign in with a code',
    button: 'Send me a code',
    explained: 'Enter your email and we’ll send you a code to sign in without a password.',
    back: 'Have a password?',
  },
  'second-factor': {
    title: 'One more step',
    button: 'Sign In',
    explained: 'Two-step sign-in is on for your account.',
    back: 'Not you?',
  },
} as const satisfies Record<string, { title: string; button: string; explained?: string; back: string }>;
export type SignInMode = keyof typeof MODES;

export const signInMode = (named: string | null): SignInMode =>
  named !== null && Object.hasOwn(MODES, named) ? (named as SignInMode) : 'signin';

export type SignInOutcome = FormAnswer & { mode: SignInMode; signedIn?: { returnTo: string }; isMailed?: boolean };

/** The URL contains only the name of a reason, so that a link cannot show other text. */
export const REASONS: ReadonlyMap<string, string> = new Map([
  ['share', 'Sign in, then share the text again.'],
  ['request', 'Please log in to request an order.'],
  ['coupon', 'Please log in to apply a coupon.'],
  ['wishlist', 'Please login to add items to wishlist'],
]);
