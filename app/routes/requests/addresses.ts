import { href, useParams } from 'react-router';
import type { RequestPage } from '#app/modules/requests/requests/request-page.ts';

export type RequestAddresses = {
  page: string;
  uploads: (key: string) => string;
  upload: (key: string, pictureId: string) => string;
  picture: (pictureId: string) => string;
  label?: string;
  pay: (orderId: string) => string;
};

export function addressesOf({ id, side, by }: Pick<RequestPage, 'id' | 'side' | 'by'>, token = ''): RequestAddresses {
  if (side === 'studio')
    return {
      page: href('/admin/requests/:id', { id }),
      uploads: (key) => href('/admin/requests/:id/uploads/:key/:pictureId?', { id, key }),
      upload: (key, pictureId) => href('/admin/requests/:id/uploads/:key/:pictureId?', { id, key, pictureId }),
      picture: (pictureId) => href('/admin/requests/:id/pictures/:pictureId', { id, pictureId }),
      pay: (orderId) => href('/admin/orders/:id', { id: orderId }),
    };
  if (by !== 'account')
    return {
      page: href('/commission/:token', { token }),
      uploads: (key) => href('/commission/:token/uploads/:key/:pictureId?', { token, key }),
      upload: (key, pictureId) => href('/commission/:token/uploads/:key/:pictureId?', { token, key, pictureId }),
      picture: (pictureId) => href('/commission/:token/pictures/:pictureId', { token, pictureId }),
      label: href('/commission/:token/label', { token }),
      pay: () => href('/commission/:token/pay', { token }),
    };
  return {
    page: href('/profile/requests/:id', { id }),
    uploads: (key) => href('/profile/requests/:id/uploads/:key/:pictureId?', { id, key }),
    upload: (key, pictureId) => href('/profile/requests/:id/uploads/:key/:pictureId?', { id, key, pictureId }),
    picture: (pictureId) => href('/profile/requests/:id/pictures/:pictureId', { id, pictureId }),
    label: href('/profile/requests/:id/label', { id }),
    pay: (orderId) => href('/profile/orders/:id/pay', { id: orderId }),
  };
}

export const useAddresses = (page: RequestPage): RequestAddresses => addressesOf(page, useParams()['token']);
