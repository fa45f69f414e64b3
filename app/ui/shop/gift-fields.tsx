import type { ReactNode } from 'react';
import { MAX_GIFT_NOTE } from '#app/modules/payments/checkout/gift.ts';
import { Checkbox, TextArea } from '#app/ui/kit/field.tsx';
import type { FieldOf, TickOf } from '#app/ui/kit/use-form.ts';

export const GiftFields = ({ field, tick, children }: { field: FieldOf; tick: TickOf; children?: ReactNode }) => (
  <div className="grid gap-4">
    <Checkbox label="This is a gift" {...tick('gift')} />
    {/* A class that sets display would show it always. */}
    <div data-shown-for="gift">
      <div className="grid gap-4">
        <TextArea
          label="Gift note"
          {...field('giftNote')}
          optional
          rows={3}
          maxLength={MAX_GIFT_NOTE}
          hint="We print it on the slip in the parcel. The slip shows no prices."
        />
        {children}
      </div>
    </div>
  </div>
);
