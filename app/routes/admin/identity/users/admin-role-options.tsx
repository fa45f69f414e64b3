export const AdminRoleOptions = () => (
  <>
    <option value="helper">Helper: orders, artworks, requests, messages</option>
    <option value="owner">Owner: also money, settings and users</option>
  </>
);
