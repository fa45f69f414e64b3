import styles from '#app/styles/shop.css?url';

export const wholeStyleSheet = () => [{ rel: 'stylesheet', href: styles }];
