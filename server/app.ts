import { createRequestHandler } from 'react-router';
import * as build from 'virtual:react-router/server-build';

export const handle = createRequestHandler(build, process.env.NODE_ENV);
