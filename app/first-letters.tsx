/**
 * Readies the letters that lie in the style sheet (`styles/fonts.css`) before the first drawing: asked for by a script,
 * the browser waits the few milliseconds it takes. Left to itself it draws once in another font, and everything shifts.
 * Without JavaScript it does just that.
 */
export const FIRST_LETTERS_SCRIPT = ['1em Mukta', '600 1em Mukta', '1em Tiro', 'italic 1em Tiro']
  .map((font) => `document.fonts.load(\`${font}\`,\`a₹\`)`)
  .join(';');

/** The server's policy allows this one script by its hash, so it needs no nonce (T10). */
export const FirstLetters = () => <script>{FIRST_LETTERS_SCRIPT}</script>;
