/** The element of a page that is the same for everybody in which the server writes who is signed in, and what stands there for a guest. */
export const VISITOR_STATE_ID = 'visitor-state';
export const NO_VISITOR_STATE = 'null';
