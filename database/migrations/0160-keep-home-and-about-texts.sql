-- These sentences were fixed in the code. A shop that is already open keeps showing them until its owner changes them.
insert into settings (key, value)
select texts.key, texts.value::jsonb
from opening, (values
  ('home', '{
    "heroTitle": "Painted by hand,",
    "heroEmphasis": "for one person.",
    "heroText": "Sarees, dupattas, suits and gowns painted to order in a Kumaon hill studio. Bring your own fabric, or let us find it.",
    "searchText": "Hand-painted sarees, dupattas and suits, oil paintings, handcraft and skin care from a studio in Uttarakhand, India. Painted to order, delivered across India.",
    "visitText": "Two rooms above the bazaar. Come and choose your fabric in person; tea is on us."
  }'),
  ('about', '{
    "lede": "Two artisans in a hill town of Uttarakhand have painted cloth and canvas by hand, and sent it across India.",
    "story": "It began with Aipan: white rice paste on a wall washed with red earth, drawn by the women of Kumaon for every threshold and every feast. It starts from one dot and grows outward, ring by ring.\n\nWe took it from the wall to the saree. From there we went on to Madhubani, to oils of the snows seen from the studio window, and to clay, brass and bamboo. Two people, one table, one order at a time."
  }'),
  ('footer', '{
    "text": "Hand-painted cloth, oils and craft from a two-artisan studio in the hills of Uttarakhand.",
    "delivery": "Delivery across India"
  }')
) as texts (key, value)
where opening.opened_at is not null
on conflict (key) do nothing;
