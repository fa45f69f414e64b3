import type { PersonalData } from '#app/platform/personal-data.ts';
import { forgetMessages, removeMessagesBefore } from './forget-messages.server.ts';

export const messageData: PersonalData = { erase: forgetMessages, removeBefore: removeMessagesBefore };
