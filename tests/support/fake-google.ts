import { vi } from 'vitest';

export function fakeGoogle(clientId: string, claims: Record<string, unknown>): { asked: URLSearchParams[] } {
  const asked: URLSearchParams[] = [];
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith('https://oauth2.googleapis.com/token')) return real(input, init);
    asked.push(new URLSearchParams(await new Response(init?.body).text()));
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const idToken = `${part({ alg: 'RS256' })}.${part({ iss: 'https://accounts.google.com', aud: clientId, ...claims })}.x`;
    return Response.json({ access_token: 'access', id_token: idToken, token_type: 'Bearer', expires_in: 3600 });
  });
  return { asked };
}
