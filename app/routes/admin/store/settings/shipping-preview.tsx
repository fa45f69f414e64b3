import type { Settings } from '#app/modules/store/settings/settings.ts';
import { fieldId } from '#app/ui/kit/field.tsx';
import { FactTable } from '#app/ui/shop/info-page.tsx';
import { shippingCharge, zoneRow } from '#app/modules/store/policies/policy-labels.ts';

export function ShippingPreview({ settings }: { settings: Settings }) {
  return (
    <section
      id={fieldId('preview')}
      tabIndex={-1}
      className="panel max-w-184 p-panel md:p-6"
      aria-label="Preview of the shipping page"
    >
      <FactTable
        caption="Preview of the shipping page"
        columns={['Zone', 'Places', 'Business days', 'Charge']}
        rows={settings.shippingZones.map(zoneRow)}
      />
      {settings.shippingMode === 'flat' ? (
        <p className="mt-4 border-l-4 border-haldi bg-haldi-wash px-4 py-3">
          Checkout now charges one rate for all of India: {shippingCharge(settings.flatShipping)}.
        </p>
      ) : null}
    </section>
  );
}
