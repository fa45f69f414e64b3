export type TextChannels = { sms: boolean; whatsApp: boolean };

/** Screens promise SMS and WhatsApp only in a shop that has a supplier for them. */
export const textChannelsOf = ({ suppliers }: { suppliers: { sms?: unknown; whatsapp?: unknown } }): TextChannels => ({
  sms: suppliers.sms !== undefined,
  whatsApp: suppliers.whatsapp !== undefined,
});

const names = ({ sms, whatsApp }: TextChannels): string[] => [
  ...(sms ? ['SMS'] : []),
  ...(whatsApp ? ['WhatsApp'] : []),
];

export const textChannelNames = (channels: TextChannels): string => names(channels).join(' and ');

export const allChannelNames = (channels: TextChannels): string =>
  ['email', ...names(channels)].join(', ').replace(/, ([^,]*)$/, ' and $1');
