export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1') ?? document.getElementById('main');
  if (!heading || document.querySelector('dialog[open]')) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
