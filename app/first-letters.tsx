/** Loads the fonts before the first paint, because a later change of font would shift the layout. */
const ready = (font: string) => `document.fonts.load(\`${font}\`,\`a₹\`)`;
export const FIRST_LETTERS_SCRIPT = [
  ready('1em Mukta'),
  ready('600 1em Mukta'),
  ready('1em Tiro'),
  // Only the home page begins with italics; their font has its own style sheet.
  `location.pathname.length===1?${ready('italic 1em TiroItalic')}:0`,
].join(';');

export const FirstLetters = () => <script>{FIRST_LETTERS_SCRIPT}</script>;
