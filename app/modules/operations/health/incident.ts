import { formatMoment, formatTime, dayInIndia } from '#app/basics/india.ts';

/** `crash`: a process ended without being stopped. */
export type IncidentKind = 'crash' | 'database-outage';
export type Incident = { id: string; kind: IncidentKind; beganAt: Date; endedAt: Date };

const until = ({ beganAt, endedAt }: Incident): string =>
  dayInIndia(beganAt) === dayInIndia(endedAt) ? formatTime(endedAt) : formatMoment(endedAt);

export const incidentTexts = (incident: Incident): { happened: string; safe: string; toDo: string } =>
  incident.kind === 'crash'
    ? {
        happened: `The shop stopped at about ${formatMoment(incident.beganAt)} without being asked to, and ran again at ${until(incident)}.`,
        safe: 'Every order, payment and message that was confirmed to somebody is there. What was being done at that moment was done whole or not at all; mails that were due went out afterwards.',
        toDo: 'Nothing. If it happens again within days, send the error report to whoever helps you.',
      }
    : {
        happened: `The database could not be reached from ${formatMoment(incident.beganAt)} to ${until(incident)}. Pages were shown as they were known; nobody could buy.`,
        safe: 'Every order, payment and message that was confirmed to somebody is there. What somebody paid in the meantime at a gateway is asked for by itself.',
        toDo: 'Nothing. If it happens again within days, ask your host about the database.',
      };

/** For the readiness check. */
export const databaseAway = (since: Date): string =>
  `not ready: the database can't be reached since ${formatMoment(since)}. Pages are shown as they were known and nobody can buy; what was confirmed is safe. The shop goes on by itself once the database is back.`;
