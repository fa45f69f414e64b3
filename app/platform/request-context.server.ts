import { createContext } from 'react-router';
import type { Live } from './live/live.server.ts';
import type { Shop } from './shop.server.ts';

/** The shop as this request's visitor meets it; the visitor middleware puts it there, loaders and actions read it. */
export const shopContext = createContext<Shop>();

/** What the server alone knows of a request: its id for the log, the nonce of its page, how its visitor meets the shop, and the live updates. */
export type RequestFacts = {
  id: string;
  nonce: string;
  meetVisitor: () => Promise<Shop>;
  live: Pick<Live, 'open'>;
};

export const requestContext = createContext<RequestFacts>();
