import { createContext } from 'react-router';
import type { Live } from '#app/platform/live/live.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

export const shopContext = createContext<Shop>();

export type RequestFacts = {
  id: string;
  contextForVisitor: () => Promise<Shop>;
  live: Pick<Live, 'open'>;
};

export const requestContext = createContext<RequestFacts>();
