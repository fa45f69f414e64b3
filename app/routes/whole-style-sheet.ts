import styles from '#app/styles/shop.css?url';

/** For pages beyond a shopper's first ones (`first.css`). */
export const wholeStyleSheet = () => [{ rel: 'stylesheet', href: styles }];
