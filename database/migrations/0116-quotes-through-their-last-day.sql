-- A quote is valid through the whole of its last day in India.
update quotes
set valid_until = (((valid_until at time zone 'Asia/Kolkata')::date + 1)::timestamp at time zone 'Asia/Kolkata') - interval '1 millisecond'
where accepted_at is null;
