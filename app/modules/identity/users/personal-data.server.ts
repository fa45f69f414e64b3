import type { PersonalData } from '#app/platform/personal-data.ts';
import { removeInvitationsBefore } from './invitations.server.ts';

export const invitationData: PersonalData = { removeBefore: removeInvitationsBefore };
