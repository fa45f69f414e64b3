/**
 * Loads the fonts in the style sheet (`styles/fonts.css`) before the first paint. Otherwise the browser paints in
 * another font first and the layout shifts.
 */
const ready = (font: string) => `document.fonts.load(\`${font}\`,\`a₹\`)`;
export const FIRST_LETTERS_SCRIPT = [
  ready('1em Mukta'),
  ready('600 1em Mukta'),
  ready('1em Tiro'),
  // Only home begins with italics, in a style sheet of its own.
  `location.pathname.length===1?${ready('italic 1em TiroItalic')}:0`,
].join(';');

export const FirstLetters = () => <script>{FIRST_LETTERS_SCRIPT}</script>;
