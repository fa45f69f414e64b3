import { createContext } from 'react-router';
import type { Live } from '#app/platform/live/live.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** Set by the visitor middleware. */
export const shopContext = createContext<Shop>();

/** For the server only. */
export type RequestFacts = {
  id: string;
  contextForVisitor: () => Promise<Shop>;
  live: Pick<Live, 'open'>;
};

export const requestContext = createContext<RequestFacts>();
