import { href } from 'react-router';
import { type Incident, incidentTexts } from '#app/modules/operations/health/incident.ts';
import { ErrorReportLink } from '#app/routes/admin/shared/error-report-link.tsx';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';

export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  if (incidents.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="incidents">
      <div className="panel-head">
        <h2 id="incidents">What happened</h2>
      </div>
      <ul>
        {incidents.map((incident) => {
          const { happened, safe, toDo } = incidentTexts(incident);
          return (
            <li key={incident.id} className="grid gap-2 border-line border-t px-panel py-3">
              <p className="font-semibold">{happened}</p>
              <p>
                <b className="font-semibold">What is safe:</b> {safe}
              </p>
              <p>
                <b className="font-semibold">What to do:</b> {toDo}
              </p>
              <ActionForm action={href('/admin')} intent="acknowledge" className="flex flex-wrap items-center gap-4">
                <input type="hidden" name="incident" value={incident.id} />
                <Button look="card" size="small">
                  Dismiss
                </Button>
                <ErrorReportLink />
              </ActionForm>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
