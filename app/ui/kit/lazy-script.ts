import { type ComponentType, lazy } from 'react';

/** Like React's `lazy`. A missing script renders nothing, because an error would replace the page with its text. */
export function lazyScript<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const nothing: { default: ComponentType<Props> } = { default: () => null };
  return lazy(() => load().catch(() => nothing));
}
