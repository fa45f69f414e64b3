/**
 * Readies the letters that lie in the style sheet (`styles/fonts.css`) before the first drawing: asked for by a script,
 * the browser waits the few milliseconds it takes. Left to itself it draws once in another font, and everything shifts.
 * Without JavaScript it does just that.
 */
const ready = (font: string) => `document.fonts.load(\`${font}\`,\`a₹\`)`;
export const FIRST_LETTERS_SCRIPT = [
  ready('1em Mukta'),
  ready('600 1em Mukta'),
  ready('1em Tiro'),
  // Home alone begins with italics, and has them in a sheet of its own.
  `location.pathname.length===1?${ready('italic 1em TiroItalic')}:0`,
].join(';');

export const FirstLetters = () => <script>{FIRST_LETTERS_SCRIPT}</script>;
