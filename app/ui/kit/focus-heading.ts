/** Moves the focus to the heading of the page, so that a screen reader starts there; not out of an open dialog. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1') ?? document.getElementById('main');
  if (!heading || document.querySelector('dialog[open]')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
