/** What a page of the admin says in its head; no search engine shall list it. */
export const adminMeta = (title: string) => [{ title: `${title}, admin` }, { name: 'robots', content: 'noindex' }];
