import styles from '#app/styles/shop.css?url';

/** For the screens beyond a shopper's first pages (`first.css`): the rules of all of them. */
export const wholeStyleSheet = () => [{ rel: 'stylesheet', href: styles }];
