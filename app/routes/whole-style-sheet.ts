import styles from '#app/styles/shop.css?url';

/** For screens beyond a shopper's first pages (`first.css`). */
export const wholeStyleSheet = () => [{ rel: 'stylesheet', href: styles }];
