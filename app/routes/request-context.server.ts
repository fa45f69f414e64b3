import { createContext } from 'react-router';
import type { Live } from '#app/platform/live/live.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** The context of this request's visitor; the visitor middleware puts it there, loaders and actions read it. */
export const shopContext = createContext<Shop>();

/** What the server alone knows of a request: its id for the log, its visitor's context, and the live updates. */
export type RequestFacts = {
  id: string;
  contextForVisitor: () => Promise<Shop>;
  live: Pick<Live, 'open'>;
};

export const requestContext = createContext<RequestFacts>();
