-- A line of a variant that was removed stays, so that its owner sees that it cannot be bought any more.
alter table cart drop constraint cart_variant_id_fkey;
