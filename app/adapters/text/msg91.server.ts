import { z } from 'zod';
import type { TextProvider } from '#app/modules/messaging/messages/provider.ts';
import type { Config } from '#app/platform/config.server.ts';
import { type PostOptions, postJson, supplierMessage } from '#app/adapters/post-json.server.ts';

export const MSG91_URL = 'https://control.msg91.com';

const answerSchema = z.object({
  type: z.string(),
  message: z.coerce.string().default(''),
  code: z.coerce.string().optional(),
});

/**
 * MSG91's codes for a wrong number or text, which no retry fixes. Other codes mean wrong settings, no balance or
 * outages.
 */
const REFUSED_FOR_GOOD = new Set(['101', '102', '202', '310']);

/**
 * Sends SMS by MSG91. Indian operators deliver only texts registered with them (DLT). Throws for a wrong key or an
 * empty balance.
 */
export function msg91Sms(
  { authKey, sender, templates, apiUrl = MSG91_URL }: NonNullable<Config['msg91']>,
  options: PostOptions = {},
): TextProvider {
  return {
    async send({ to, template }) {
      const templateId = template && templates[template.name];
      if (!templateId) return { state: 'refused', reason: 'No DLT template is set for this text' };
      const places = template.variables.map((value, at) => [`VAR${at + 1}`, value] as const);
      const { status, json } = await postJson(
        'MSG91',
        `${apiUrl}/api/v5/flow`,
        { authkey: authKey },
        {
          template_id: templateId,
          sender,
          short_url: '0',
          recipients: [{ mobiles: to.replace('+', ''), ...Object.fromEntries(places) }],
        },
        options,
      );
      const answer = answerSchema.safeParse(json);
      if (status === 200 && answer.data?.type === 'success')
        return { state: 'sent', providerId: answer.data.message.slice(0, 200) };
      const { code = '', message = '' } = answer.data ?? {};
      const said = `MSG91 answered ${status} ${code} ${supplierMessage(message)}`.trim();
      if (REFUSED_FOR_GOOD.has(code)) return { state: 'refused', reason: said };
      throw new Error(said);
    },
  };
}
