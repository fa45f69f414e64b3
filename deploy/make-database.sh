#!/bin/sh
# Makes the shop's database, a role that owns it and one that serves the shop. Patroni calls it once, when the cluster is made, with the
# address of the new primary and what patroni_env.conf says; the image of PostgreSQL, when its volume is empty, with what database.env says.
# Where it lost its mode the image reads it into its own shell instead: then $1 is the name of this file, and no option may stay set.
case ${1:-} in
  *=* | *://*) primary=$1 ;;
  *) primary=user=${POSTGRES_USER:-postgres} ;;
esac
psql --no-psqlrc --set ON_ERROR_STOP=1 --set owner="${OWNER_PASSWORD:?}" --set shop="${SHOP_PASSWORD:?}" "$primary" <<'SQL'
create role bisvar_owner login password :'owner';
create role bisvar login password :'shop';
create database bisvar owner bisvar_owner;
SQL
