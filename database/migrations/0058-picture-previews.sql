-- The picture at a few pixels, as WebP in base64, which stands in its place until it is there; null until it is made, empty where its
-- file is gone. The colour that was meant for that was never shown.
alter table media_gallery add column preview text check (length(preview) < 1024);
alter table media_gallery drop column average_colour;
