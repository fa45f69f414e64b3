import { formatMoment, formatTime, dayInIndia } from '#app/basics/india.ts';

/** `crash`: a process ended although nobody stopped it. */
export type IncidentKind = 'crash' | 'database-outage';
export type Incident = { id: string; kind: IncidentKind; beganAt: Date; endedAt: Date };

const until = ({ beganAt, endedAt }: Incident): string =>
  dayInIndia(beganAt) === dayInIndia(endedAt) ? formatTime(endedAt) : formatMoment(endedAt);

export const incidentTexts = (incident: Incident): { happened: string; safe: string; toDo: string } =>
  incident.kind === 'crash'
    ? {
        happened: `The shop crashed at about ${formatMoment(incident.beganAt)} and was running again at ${until(incident)}.`,
        safe: 'Every confirmed order, payment and message is safe. Work in progress was either completed or undone, and pending emails were sent afterwards.',
        toDo: 'Nothing. If it happens again within days, send the error report to your technical contact.',
      }
    : {
        happened: `The database could not be reached from ${formatMoment(incident.beganAt)} to ${until(incident)}. The shop showed stored pages, and nobody could buy.`,
        safe: 'Every confirmed order, payment and message is safe. The shop asks the gateways about payments made during the outage.',
        toDo: 'Nothing. If it happens again within days, ask your hosting provider about the database.',
      };

export const databaseUnreachableText = (since: Date): string =>
  `not ready: the database has been unreachable since ${formatMoment(since)}. The shop shows stored pages, and nobody can buy; confirmed data is safe. The shop recovers by itself once the database is available.`;
