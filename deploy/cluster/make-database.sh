#!/bin/sh
# Patroni calls it once, when the cluster is made, with the address of the new primary and what patroni_env.conf says.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$SHOP_PASSWORD" "$1" <<'SQL'
create role bisvar login password :'password';
create database bisvar owner bisvar;
SQL
