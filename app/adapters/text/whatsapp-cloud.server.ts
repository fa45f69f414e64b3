import { z } from 'zod';
import type { TextProvider } from '#app/modules/messaging/messages/provider.ts';
import type { Config } from '#app/platform/config.server.ts';
import { type PostOptions, postJson, supplierMessage } from '#app/adapters/post-json.server.ts';

export const WHATSAPP_URL = 'https://graph.facebook.com/v23.0';

const sentSchema = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const errorSchema = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().default(''),
    error_data: z.object({ details: z.string().optional() }).optional(),
  }),
});

/** Meta's codes for a wrong number, message or template, which a retry cannot fix. */
const REFUSED_FOR_GOOD = new Set([
  100, 131_008, 131_009, 131_021, 131_026, 131_030, 131_047, 131_050, 131_051, 132_000, 132_001, 132_005, 132_007,
  132_012, 132_015, 132_016,
]);

/**
 * Sends by Meta's Cloud API, which delivers free text only within 24 hours of the customer's last message. Throws for
 * wrong tokens, limits and outages.
 */
export function whatsAppCloud(
  { phoneNumberId, accessToken, language, apiUrl = WHATSAPP_URL }: NonNullable<Config['whatsapp']>,
  options: PostOptions = {},
): TextProvider {
  return {
    async send({ id, to, text, template }) {
      const content = template
        ? {
            type: 'template',
            template: {
              name: `order_${template.name}`,
              language: { policy: 'deterministic', code: language },
              components: [
                { type: 'body', parameters: template.variables.map((value) => ({ type: 'text', text: value })) },
              ],
            },
          }
        : { type: 'text', text: { preview_url: false, body: text } };
      const { status, json } = await postJson(
        'WhatsApp',
        [apiUrl, phoneNumberId, 'messages'].join('/'),
        { authorization: `Bearer ${accessToken}` },
        {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: to.replace('+', ''),
          biz_opaque_callback_data: id,
          ...content,
        },
        options,
      );
      const sent = sentSchema.safeParse(json);
      if (status < 300 && sent.success) return { state: 'sent', providerId: sent.data.messages[0]!.id.slice(0, 200) };
      const error = errorSchema.safeParse(json).data?.error;
      if (!error) throw new Error(`WhatsApp answered ${status} with something that is not its own`);
      const said =
        `WhatsApp answered ${error.code} ${supplierMessage(error.error_data?.details ?? error.message)}`.trim();
      if (REFUSED_FOR_GOOD.has(error.code)) return { state: 'refused', reason: said };
      throw new Error(said);
    },
  };
}
