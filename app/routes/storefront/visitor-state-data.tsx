import { NO_VISITOR_STATE, VISITOR_STATE_ID } from '#app/basics/visitor-state.ts';

/** On a page that is the same for everybody: where the server writes who is signed in, as it sends the page to them. */
export const VisitorStateData = () => (
  <script type="application/json" id={VISITOR_STATE_ID} suppressHydrationWarning>
    {NO_VISITOR_STATE}
  </script>
);
