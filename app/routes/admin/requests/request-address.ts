import { href } from 'react-router';

/** Where the studio goes on with a request: its commission with conversation and quote, or the sheet that accepts it at the piece's price. */
export const requestAddress = ({ id, isCommission }: { id: string; isCommission: boolean }): string =>
  isCommission ? href('/admin/requests/:id/commission', { id }) : href('/admin/requests/:id', { id });
