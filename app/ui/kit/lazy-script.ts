import { lazy, type ReactNode } from 'react';

/**
 * Like React's `lazy`, but a missing script renders nothing, because an error would replace the page and its typed
 * text.
 */
export function lazyScript<Props>(load: () => Promise<{ default: (props: Props) => ReactNode }>) {
  const nothing = { default: (_props: Props): ReactNode => null };
  return lazy(() => load().catch(() => nothing));
}
