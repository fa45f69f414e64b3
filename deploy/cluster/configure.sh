#!/bin/sh
# Writes the configuration of one machine of the cluster (docs/scaling.md, "When a machine may fail"):
#   sudo sh deploy/cluster/configure.sh SETTINGS one|two|three|shop
# It can be repeated. It starts nothing, and says what is to be started.
set -eu

# Elsewhere than / only in tests.
ROOT=${BISVAR_ROOT:-}
HERE=$(cd "$(dirname "$0")" && pwd)
NAMES='ONE TWO THREE SHOP_NETWORK STRICT SUPERUSER_PASSWORD REPLICATION_PASSWORD REWIND_PASSWORD PATRONI_PASSWORD OWNER_PASSWORD SHOP_PASSWORD'

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

[ $# = 2 ] || fail 'configure.sh SETTINGS one|two|three|shop'
SETTINGS=$1
NAME=$2
[ -r "$SETTINGS" ] || fail "$SETTINGS can't be read."

read_setting() {
  sed -n "s/^$1=//p" "$SETTINGS" | tail -n 1
}

FILLED=$(mktemp)
trap 'rm -f "$FILLED"' EXIT
for setting in $NAMES; do
  value=$(read_setting "$setting")
  case $setting in
    ONE | TWO | THREE) wanted='^[0-9]{1,3}(\.[0-9]{1,3}){3}$' ;;
    SHOP_NETWORK) wanted='^[0-9]{1,3}(\.[0-9]{1,3}){3}/[0-9]{1,2}$' ;;
    STRICT) wanted='^(on|off)$' ;;
    *) wanted='^[A-Za-z0-9_-]{16,}$' ;;
  esac
  printf '%s\n' "$value" | grep -Eq "$wanted" || fail "$setting is missing in $SETTINGS, or isn't what it should be."
  printf 's|@%s@|%s|g\n' "$setting" "$value" >>"$FILLED"
done
# Not "first": that is a word of synchronous_standby_names, where Patroni writes these as they are.
case $NAME in
  one) ADDRESS=$(read_setting ONE) ;;
  two) ADDRESS=$(read_setting TWO) ;;
  three) ADDRESS=$(read_setting THREE) ;;
  shop) ADDRESS= ;;
  *) fail "There is no machine $NAME: one, two, three or shop." ;;
esac
printf 's|@NAME@|%s|g\ns|@ADDRESS@|%s|g\n' "$NAME" "$ADDRESS" >>"$FILLED"

# write TEMPLATE PATH MODE [GROUP]
write() {
  mkdir -p "$ROOT$(dirname "$2")"
  (umask 077 && sed -f "$FILLED" "$HERE/$1" >"$ROOT$2.new")
  chmod "$3" "$ROOT$2.new"
  [ -z "${4:-}" ] || chgrp "$4" "$ROOT$2.new"
  mv "$ROOT$2.new" "$ROOT$2"
  printf 'wrote %s\n' "$2"
}

case $NAME in
  one | two)
    write etcd.in /etc/default/etcd 644
    write patroni.yml.in /etc/patroni/config.yml 644
    write patroni.env.in /etc/patroni_env.conf 600
    write ../make-database.sh /etc/patroni/make-database.sh 755
    printf 'Now: systemctl enable etcd patroni && systemctl restart etcd patroni\n'
    ;;
  three)
    write etcd.in /etc/default/etcd 644
    printf 'Now: systemctl enable etcd && systemctl restart etcd\n'
    ;;
  shop)
    write haproxy.cfg.in /etc/haproxy/haproxy.cfg 644
    if [ -d "$ROOT/etc/pgbouncer" ]; then
      write pgbouncer.ini.in /etc/pgbouncer/pgbouncer.ini 640 postgres
      write pgbouncer-users.in /etc/pgbouncer/userlist.txt 640 postgres
    fi
    write shop.env.in /etc/bisvar/database.env 600
    printf 'Now: systemctl enable haproxy && systemctl restart haproxy, and the lines of /etc/bisvar/database.env into the settings of the shop\n'
    ;;
esac
