import { z } from 'zod';
import { postJson, type PostOptions, supplierMessage } from '#app/adapters/post-json.server.ts';
import type { Cdn } from '#app/modules/cdn/provider.ts';
import type { Config } from '#app/platform/config.server.ts';

type Access = NonNullable<Config['cdn']>;

/** The content delivery network that the settings name. */
export const openCdn = ({ cdn }: Pick<Config, 'cdn'>, options: PostOptions = {}): Cdn | undefined =>
  cdn && (cdn.provider === 'cloudflare' ? cloudflare : fastly)(cdn, options);

/** As many tags as one call may name. */
const CLOUDFLARE_TAGS = 30;
const FASTLY_KEYS = 256;
const A_DAY = 86_400;

/** Cloudflare's API v4. The token needs the permission to purge the cache of the zone. */
const cloudflare = ({ zone, token, apiUrl = 'https://api.cloudflare.com' }: Access, options: PostOptions): Cdn => ({
  headers: (maxAgeSeconds, tags) => ({
    'CDN-Cache-Control': `public, max-age=${maxAgeSeconds}, stale-if-error=${A_DAY}`,
    'Cache-Tag': tags.join(','),
  }),
  async purge(tags) {
    const url = `${apiUrl}/client/v4/zones/${encodeURIComponent(zone)}/purge_cache`;
    for (const some of inParts(tags, CLOUDFLARE_TAGS)) {
      const answer = await postJson('Cloudflare', url, { authorization: `Bearer ${token}` }, { tags: some }, options);
      const { success, errors } = cloudflareAnswer.parse(answer.json);
      if (!success) throw new Error(`Cloudflare refused: ${supplierMessage(errors[0]?.message ?? 'without a reason')}`);
    }
  },
});
const cloudflareAnswer = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ message: z.string() })).default([]),
});

/** Fastly's purging API. The token needs the scope `purge_select` for the service. */
const fastly = ({ zone, token, apiUrl = 'https://api.fastly.com' }: Access, options: PostOptions): Cdn => ({
  headers: (maxAgeSeconds, tags) => ({
    'Surrogate-Control': `max-age=${maxAgeSeconds}, stale-if-error=${A_DAY}`,
    'Surrogate-Key': tags.join(' '),
  }),
  async purge(tags) {
    const url = `${apiUrl}/service/${encodeURIComponent(zone)}/purge`;
    for (const some of inParts(tags, FASTLY_KEYS)) {
      const { status, json } = await postJson(
        'Fastly',
        url,
        { 'fastly-key': token },
        { surrogate_keys: some },
        options,
      );
      if (status !== 200)
        throw new Error(`Fastly refused: ${supplierMessage(fastlyRefusal.parse(json).msg ?? String(status))}`);
    }
  },
});
const fastlyRefusal = z.object({ msg: z.string().optional() });

const inParts = (tags: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(tags.length / size) }, (_, part) => tags.slice(part * size, (part + 1) * size));
