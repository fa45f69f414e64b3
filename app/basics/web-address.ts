/** Email programs turn names with these endings into links. */
const ENDINGS =
  'com|net|org|in|co|io|info|biz|xyz|top|shop|store|online|site|web|app|dev|link|live|click|club|pro|me|ly|gl|to|cc|tk|ru|cn|uk|us|eu|page|space|website|icu|vip|bank|upi|test|example';
const WEB_ADDRESS = new RegExp(
  `:\\s*//|(?<![\\p{L}\\p{N}])www[.。．｡]|[\\p{L}\\p{N}-]{2,}[.。．｡](?:xn--[\\w-]+|${ENDINGS})(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}-]{2,}[.。．｡]\\p{L}{2,}[/:?#]`,
  'iu',
);

export const containsWebAddress = (text: string): boolean => WEB_ADDRESS.test(text);
