#!/bin/sh
# The shop on a rented machine with Debian 12 or 13, or Ubuntu from 24.04 on, by one command:
#   sudo sh deploy/install.sh --domain shop.example --owner you@shop.example
# It can be repeated. Afterwards it is there as `bisvar`: see `bisvar help` and docs/install.md.
set -eu

# Elsewhere than / only in tests.
ROOT=${BISVAR_ROOT:-}
HOME_OF_CODE=$ROOT/opt/bisvar
RELEASES=$HOME_OF_CODE/releases
CURRENT=$HOME_OF_CODE/current
PREVIOUS=$HOME_OF_CODE/previous
STATE=$ROOT/var/lib/bisvar
# What is root's alone and is lent to the shop's user for one command.
LENT=$STATE/lent
CACHE=$ROOT/var/cache/bisvar
SETTINGS=$ROOT/etc/bisvar/settings.env
# There until the first password was shown, or a backup brought its people.
UNTOLD=$ROOT/etc/bisvar/first-password-untold
UNIT=$ROOT/etc/systemd/system/bisvar.service
CADDY=$ROOT/etc/caddy
JOURNAL=$ROOT/etc/systemd/journald.conf.d/bisvar.conf
COMMAND=$ROOT/usr/local/sbin/bisvar
LOG=$ROOT/var/log/bisvar-install.log
PORT=3000
READY_WITHIN_SECONDS=${BISVAR_READY_WITHIN_SECONDS:-180}
CERTIFICATE_WITHIN_SECONDS=${BISVAR_CERTIFICATE_WITHIN_SECONDS:-60}
RELEASES_RETAINED=3
# Of the time of a backup that is restored; what runs here goes by the settings alone.
SECRET_OF_BACKUP=${SESSION_SECRET:-}
unset SESSION_SECRET

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

open_log() {
  mkdir -p "$(dirname "$LOG")"
  (umask 077 && : >>"$LOG")
}

# What a program says at length is for who looks for a mistake.
quietly() {
  "$@" >>"$LOG" 2>&1 && return 0
  tail -n 20 "$LOG" >&2
  fail "This went wrong: $*. All that was said stands in $LOG. Mend it and repeat the same command: it goes on where it stopped."
}

usage() {
  cat <<'USAGE'
install.sh [install] --domain DOMAIN --owner EMAIL [--database embedded|postgres]
           [--smtp URL --from ADDRESS] [--no-firewall]
                       installs the shop, or brings what is there into order; without the options it asks.
                       A mail server with a password is given as SMTP_URL before the command instead
install.sh --domain DOMAIN --restore ADDRESS
                       the same on a fresh machine, with the shop of a backup. SESSION_SECRET
                       before the command is the one of its time (docs/configure.md)
bisvar mail            asks for the mail server to send from, and tells the shop
bisvar set NAME [VALUE]
                       writes a setting and starts the shop again; without VALUE it asks
bisvar new-secret      gives the shop another secret; what was signed by the one before stays good
bisvar update [DIR]    puts the version in DIR in place of the present one, after a backup
bisvar back --yes      goes back to the version and the data of before the last update
bisvar remove [--data] takes the shop away; its data and settings only with --data
bisvar status          what runs, and since when
bisvar admin …, backup …, restore …, export …, import …
                       the commands of the README, with the shop's settings
USAGE
}

need_root() {
  [ "$(id -u)" = 0 ] || fail 'This changes the machine: run it with sudo.'
}

# Runs as the shop's own user, who may write its data and nothing else.
as_shop() {
  runuser -u bisvar -- env HOME="$STATE" npm_config_cache="$CACHE/npm" npm_config_update_notifier=false "$@"
}

in_release() {
  release=$1
  shift
  (cd "$release" && as_shop node_modules/node/bin/node "$@")
}

read_setting() {
  sed -n "s/^$1=//p" "$SETTINGS" 2>/dev/null | tail -n 1 | sed "s/^'\(.*\)'\$/\1/; s/^\`\(.*\)\`\$/\1/"
}

# A setting as its line: Node reads a value up to the first # and without the spaces around it, unless it stands in quotes.
write_line() {
  case $2 in
    *\'*\`* | *\`*\'*) fail "$1 has both ' and \` in it, which its file can't hold; nothing was changed." ;;
    *\'*)
      # shellcheck disable=SC2016 # these backquotes are written into the settings file
      printf '%s=`%s`\n' "$1" "$2"
      ;;
    *[!A-Za-z0-9_.,:/@%+=?\&-]*) printf "%s='%s'\n" "$1" "$2" ;;
    *) printf '%s=%s\n' "$1" "$2" ;;
  esac
}

# Writes a setting down unless there is one: what the owner changed stays.
set_once() {
  grep -q "^$1=" "$SETTINGS" || write_line "$1" "$2" >>"$SETTINGS"
}

make_secret() {
  head -c 36 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n'
}

# Five groups of four, without signs that are taken for others: it is read here and typed on a phone.
make_password() {
  # tr is told to stop by the pipe that closes.
  LC_ALL=C tr -dc 'abcdefghjkmnpqrstuvwxyz23456789' </dev/urandom 2>/dev/null | head -c 20 | sed 's/..../&-/g; s/-$//'
}

ask() {
  [ -t 0 ] || fail "$2 is missing: say $1. See: install.sh help"
  printf '%s: ' "$2" >&2
  read -r answer
  [ -n "$answer" ] || fail "$2 is missing."
  printf '%s' "$answer"
}

# Neither shown nor kept in the shell's list of commands.
ask_hidden() {
  printf '%s: ' "$1" >&2
  [ ! -t 0 ] || stty -echo
  read -r answer || true
  [ ! -t 0 ] || stty echo
  printf '\n' >&2
  printf '%s' "$answer"
}

# Every byte as an address may hold it, so that any password can stand in one.
encode() {
  printf '%s' "$1" | od -An -v -tx1 | tr -d '\n' | tr ' ' '%'
}

# Sets $smtp and $from by asking; both stay empty when there is no answer.
ask_mail() {
  printf 'The mail server to send from, as smtp.example.com or smtp.example.com:587 (Enter: later): ' >&2
  read -r server || true
  [ -n "$server" ] || return 0
  printf 'Its user name, often your e-mail address (Enter: none): ' >&2
  read -r user || true
  account=
  if [ -n "$user" ]; then
    password=$(ask_hidden 'Its password, which is not shown while you type')
    account="$(encode "$user"):$(encode "$password")@"
  fi
  printf 'The address that mails come from%s: ' "${user:+ (Enter: $user)}" >&2
  read -r from || true
  from=${from:-$user}
  expr "$from" : '.*[^ ]@[^ ]*\.[^ ]*$' >/dev/null || fail "${from:-Nothing} is no e-mail address."
  # Without a port it is the one that is encrypted from the first byte.
  case $server in
    *:465) smtp="smtps://$account$server" ;;
    *:*) smtp="smtp://$account$server" ;;
    *) smtp="smtps://$account$server:465" ;;
  esac
}

# Where the shop serves: an empty value is none, as for the shop.
read_port() {
  port=$(read_setting PORT)
  printf '%s' "${port:-$PORT}"
}

is_embedded() {
  [ -z "$(read_setting DATABASE_URL)" ]
}

check_machine() {
  [ -r "$ROOT/etc/os-release" ] || fail 'This is neither Debian nor Ubuntu.'
  id=$(sed -n 's/^ID=//p' "$ROOT/etc/os-release" | tr -d '"')
  version=$(sed -n 's/^VERSION_ID=//p' "$ROOT/etc/os-release" | tr -d '"')
  case $id in
    debian) [ "${version%%.*}" -ge 12 ] || fail "Debian $version is too old: 12 or later." ;;
    ubuntu) [ "${version%%.*}" -ge 24 ] || fail "Ubuntu $version is too old: 24.04 or later." ;;
    *) fail "This is $id: the installer knows Debian and Ubuntu." ;;
  esac
  command -v systemctl >/dev/null || fail 'This machine has no systemd. Use the container image instead: deploy/Containerfile.'
}

install_packages() {
  say '1 of 4: programs of the distribution, about a minute …'
  # Its Node and npm only fetch others (below).
  set -- ca-certificates curl nodejs npm caddy
  [ "$firewall" = no ] || set -- "$@" ufw
  [ "$database" = embedded ] || set -- "$@" postgresql
  DEBIAN_FRONTEND=noninteractive
  export DEBIAN_FRONTEND
  quietly apt-get update -q
  quietly apt-get install -q -y --no-install-recommends "$@"
}

make_user() {
  getent passwd bisvar >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/bisvar --no-create-home --shell /usr/sbin/nologin bisvar
  install -d -m 755 "$HOME_OF_CODE" "$RELEASES" "$ROOT/etc/bisvar"
  install -d -m 700 -o bisvar -g bisvar "$STATE" "$CACHE"
}

# What belongs to a version, as one stream that is the same for the same files.
pack_source() {
  tar -C "$1" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --exclude-vcs --exclude=node_modules \
    --exclude=./build --exclude=./data --exclude=./.env --exclude=./.cache --exclude=./.react-router \
    --exclude=./test-results --exclude=./screenshots -cf - .
}

# The distribution's npm, under its own Node, leaves out what that Node is too old for, and is slow; so it fetches newer ones first.
build_release() {
  (cd "$made/deploy/node" && as_shop npm ci --ignore-scripts --no-audit --no-fund) || return 1
  npm=$made/deploy/node/node_modules/npm/bin/npm-cli.js
  for node in "$made"/deploy/node/node_modules/node-linux-*/bin/node; do
    [ -x "$node" ] || return 1
    (cd "$made" && as_shop env PATH="${node%/node}:$PATH" npm_execpath="$npm" "$node" scripts/prepare.mjs) || return 1
    # What only builds and tests isn't kept to serve.
    (cd "$made" && as_shop "$node" "$npm" prune --omit=dev --ignore-scripts --no-audit --no-fund) || return 1
  done
  rm -rf "$made/deploy/node/node_modules"
}

# Copies, installs and builds a version beside the present one, and names its folder in $made.
make_release() {
  source=$1
  [ -f "$source/server/start.ts" ] || fail "$source is no shop."
  open_log
  digest=$(pack_source "$source" | sha256sum | cut -c 1-16)
  made=$RELEASES/$digest
  if [ ! -f "$made/.ready" ]; then
    rm -rf "$made"
    mkdir -p "$made"
    pack_source "$source" | tar -C "$made" -xf -
    chown -R bisvar:bisvar "$made"
    if ! build_release >>"$LOG" 2>&1; then
      tail -n 20 "$LOG" >&2
      fail "The version could not be built; nothing else was changed. All that was said stands in $LOG."
    fi
    [ -x "$made/node_modules/node/bin/node" ] || fail 'npm could not bring Node 24; nothing else was changed.'
    ln -sfn /etc/bisvar/settings.env "$made/.env"
    # The shop can't change its own code.
    chown -R root:root "$made"
    : >"$made/.ready"
  fi
  touch "$made"
}

write_settings() {
  new_password=
  if [ ! -f "$SETTINGS" ]; then
    (umask 077 && printf '# The settings of the shop: see docs/configure.md. After a change: systemctl restart bisvar\n' >"$SETTINGS")
    : >"$UNTOLD"
  fi
  set_once SHOP_MODE live
  set_once SHOP_URL "https://$domain"
  set_once HOST 127.0.0.1
  set_once PORT "$PORT"
  set_once TRUST_PROXY on
  set_once DATA_DIR /var/lib/bisvar
  set_once SESSION_SECRET "$(make_secret)"
  if [ -f "$UNTOLD" ] && [ -z "$restore" ]; then
    [ -z "$owner" ] || set_once ADMIN_EMAIL "$owner"
    set_once ADMIN_PASSWORD "$(make_password)"
    owner=$(read_setting ADMIN_EMAIL)
    new_password=$(read_setting ADMIN_PASSWORD)
  fi
  [ -z "$smtp" ] || set_once SMTP_URL "$smtp"
  [ -z "$from" ] || set_once MAIL_FROM "$from"
  chown bisvar:bisvar "$SETTINGS"
  chmod 600 "$SETTINGS"
}

# Where the backup came from the next ones go, once it is there.
write_bucket() {
  for name in ENDPOINT REGION BUCKET ACCESS_KEY_ID SECRET_ACCESS_KEY; do
    eval "value=\${BACKUP_S3_$name:-}"
    [ -z "$value" ] || set_once "BACKUP_S3_$name" "$value"
  done
}

make_database() {
  [ "$database" = postgres ] || return 0
  [ -z "$(read_setting DATABASE_URL)" ] || return 0
  owner_password=$(make_secret | tr -d '=' | cut -c 1-32)
  password=$(make_secret | tr -d '=' | cut -c 1-32)
  # Read from standard input, so that they stand in no list of processes.
  printf '%s\n' "
  select format('create role %I login', name) from unnest(array['bisvar_owner', 'bisvar']) name
    where not exists (select from pg_roles where rolname = name) \\gexec
  alter role bisvar_owner password '$owner_password';
  alter role bisvar password '$password';
  select 'create database bisvar owner bisvar_owner'
    where not exists (select from pg_database where datname = 'bisvar') \\gexec" |
    runuser -u postgres -- psql -q -v ON_ERROR_STOP=1
  # Both or none: what is there is not made again.
  printf '%s\n%s\n' \
    "$(write_line DATABASE_OWNER_URL "postgres://bisvar_owner:$owner_password@127.0.0.1:5432/bisvar")" \
    "$(write_line DATABASE_URL "postgres://bisvar:$password@127.0.0.1:5432/bisvar")" >>"$SETTINGS"
}

switch_to() {
  ln -sfn "$1" "$CURRENT.next"
  mv -T "$CURRENT.next" "$CURRENT"
  install -D -m 644 "$1/deploy/bisvar.service" "$UNIT"
  install -D -m 755 "$1/deploy/install.sh" "$COMMAND"
  systemctl daemon-reload
}

write_proxy() {
  mkdir -p "$CADDY"
  sed -e "s/{[$]DOMAIN}/$domain/" -e "s/{[$]UPSTREAM}/127.0.0.1:$(read_port)/" "$CURRENT/deploy/Caddyfile" \
    >"$CADDY/bisvar.caddy"
  touch "$CADDY/Caddyfile"
  grep -qx 'import bisvar.caddy' "$CADDY/Caddyfile" || printf '\nimport bisvar.caddy\n' >>"$CADDY/Caddyfile"
  caddy validate --config "$CADDY/Caddyfile" --adapter caddyfile >/dev/null 2>&1 ||
    fail "Caddy doesn't take $CADDY/Caddyfile: caddy validate --config $CADDY/Caddyfile"
  quietly systemctl enable caddy
  quietly systemctl reload-or-restart caddy
}

# The log names requests and errors, no people; a month of it is enough to find what went wrong.
write_log_retention() {
  mkdir -p "$(dirname "$JOURNAL")"
  printf '[Journal]\nStorage=persistent\nMaxRetentionSec=30day\nSystemMaxUse=500M\n' >"$JOURNAL.next"
  if cmp -s "$JOURNAL.next" "$JOURNAL"; then
    rm "$JOURNAL.next"
  else
    mv "$JOURNAL.next" "$JOURNAL"
    systemctl restart systemd-journald
  fi
}

# Whatever port this very connection came in by stays open.
write_firewall() {
  [ "$firewall" = yes ] || return 0
  for port in 22 $(sshd -T 2>/dev/null | sed -n 's/^port //p') "${SSH_CONNECTION:+${SSH_CONNECTION##* }}" 80 443; do
    [ -z "$port" ] || quietly ufw allow "$port/tcp"
  done
  quietly ufw --force enable
}

# Closes the shop for what can't be done beside it. Whatever ends this command, Ctrl-C and a lost connection too, it starts again.
close_shop() {
  trap 'rm -rf "$LENT"; systemctl start bisvar' EXIT
  trap 'exit 1' HUP INT TERM
  systemctl stop bisvar
}

open_shop() {
  trap - EXIT HUP INT TERM
  systemctl start bisvar
}

wait_until_ready() {
  port=$(read_port)
  waited=0
  until curl -fs -o /dev/null "http://127.0.0.1:$port/readyz"; do
    waited=$((waited + 1))
    [ "$waited" -lt "$READY_WITHIN_SECONDS" ] || return 1
    sleep 1
  done
}

# Whether the proxy has its certificate: asked here, by the name, so that neither routers nor old names of the network matter.
wait_for_certificate() {
  waited=0
  until curl -fs -o /dev/null --max-time 5 --resolve "$domain:443:127.0.0.1" "https://$domain/readyz"; do
    waited=$((waited + 1))
    [ "$waited" -lt "$CERTIFICATE_WITHIN_SECONDS" ] || return 1
    sleep 1
  done
}

# The present version and the one before stay, and one more.
forget_old_releases() {
  # Names are made above: sixteen hexadecimal signs.
  # shellcheck disable=SC2012
  ls -1t "$RELEASES" | tail -n "+$((RELEASES_RETAINED + 1))" | while read -r old; do
    [ "$RELEASES/$old" != "$(readlink "$CURRENT")" ] || continue
    ! grep -q "^$RELEASES/$old " "$PREVIOUS" || continue
    rm -rf "${RELEASES:?}/$old"
  done
}

do_install() {
  domain='' owner='' database='' smtp='' from='' restore='' firewall=yes
  while [ $# -gt 0 ]; do
    case $1 in
      --domain | --owner | --database | --smtp | --from | --restore)
        [ $# -ge 2 ] || fail "$1 needs a value."
        eval "${1#--}=\$2"
        shift
        ;;
      --no-firewall) firewall=no ;;
      *) fail "There is no option $1. See: install.sh help" ;;
    esac
    shift
  done
  # Options stand in the list of processes, which everybody on the machine can read.
  case $smtp in
    *:*:*@*) fail '--smtp must not contain a password. Put SMTP_URL=... before the command instead.' ;;
  esac
  smtp=${smtp:-${SMTP_URL:-}}
  need_root
  check_machine
  # As the shop reads it, too.
  present=$(read_setting SHOP_URL | sed 's|/*$||' | tr '[:upper:]' '[:lower:]')
  domain=${domain:-${present#https://}}
  [ -n "$domain" ] || domain=$(ask --domain 'The domain, as shop.example')
  # As it is copied from a browser.
  domain=$(printf '%s' "$domain" | sed 's|^https*://||; s|/*$||' | tr '[:upper:]' '[:lower:]')
  expr "$domain" : '[A-Za-z0-9.-]*\.[A-Za-z0-9-]*$' >/dev/null || fail "$domain is no domain."
  [ -z "$present" ] || [ "$present" = "https://$domain" ] ||
    fail "This shop is at $present. Change SHOP_URL in $SETTINGS first."
  if [ -n "$restore" ]; then
    check_secret_of_backup
    # A shop that is here is replaced by a command of its own, which says so.
    ! systemctl is-active --quiet bisvar || fail 'There is a shop here already. To put the backup in its place: bisvar restore ADDRESS --replace'
  elif [ ! -f "$SETTINGS" ] || { [ -f "$UNTOLD" ] && [ -z "$(read_setting ADMIN_EMAIL)" ]; }; then
    [ -n "$owner" ] || owner=$(ask --owner 'Your e-mail address, to sign in with')
    expr "$owner" : '[^ ]*@[^ ]*\.[^ ]*$' >/dev/null || fail "$owner is no e-mail address."
    [ -n "$smtp" ] || [ -n "$(read_setting SMTP_URL)" ] || [ ! -t 0 ] || ask_mail
  fi
  if [ -z "$database" ]; then
    database=embedded
    is_embedded || database=postgres
  fi
  case $database in embedded | postgres) ;; *) fail "--database is embedded or postgres, not $database." ;; esac
  # The other database would be an empty one. A shop that was removed left its own.
  if { [ -e "$CURRENT" ] || [ -e "$STATE/database" ]; } && { [ "$database" = embedded ] && ! is_embedded || [ "$database" = postgres ] && is_embedded; }; then
    fail 'The shop has the other database: its data go from one to the other by backup and restore (docs/backups.md).'
  fi

  open_log
  install_packages
  make_user
  if [ -e "$CURRENT" ]; then
    # Another version comes by update, which makes a backup.
    made=$(readlink "$CURRENT")
  else
    say '2 of 4: the shop, its libraries and its pages, about three minutes …'
    make_release "$(source_here)"
  fi
  say '3 of 4: settings, service and proxy …'
  write_settings
  make_database
  switch_to "$made"
  if [ -n "$restore" ]; then
    restore_from "$restore" || fail "The backup could not be restored, and the shop isn't started. Once that is mended, repeat the same command."
    write_bucket
    rm -f "$UNTOLD"
  fi
  write_firewall
  write_log_retention
  quietly systemctl enable bisvar
  quietly systemctl restart bisvar
  wait_until_ready || fail 'The shop did not become ready. Why: journalctl -u bisvar -n 50'
  say '4 of 4: the certificate, so that the address begins with https …'
  write_proxy
  tell_owner
}

tell_owner() {
  say ''
  if wait_for_certificate; then
    say "Your shop is at $(read_setting SHOP_URL)"
  else
    say "The shop runs, but there is no certificate for $domain yet, so its address doesn't open."
    say "Where you bought the name, let it point at this machine (an A record with the address $(hostname -I 2>/dev/null | cut -d ' ' -f 1))."
    say "The certificate is then fetched by itself, within minutes. What is in its way: journalctl -u caddy -n 20"
  fi
  if [ -n "$new_password" ]; then
    say ''
    say "  address:   $(read_setting SHOP_URL)/login"
    say "  e-mail:    $owner"
    say "  password:  $new_password"
    say ''
    say 'Write the password down. What is left is done in the browser, on your phone if you like:'
    say 'open the address, sign in, set up two-step sign-in; then Opening day lists what is missing, each with its one step.'
  elif [ -n "$restore" ]; then
    say 'It has the data of the backup: sign in as before.'
    [ -n "$SECRET_OF_BACKUP" ] ||
      say 'Where two-step sign-in is on, use a recovery code: without the SESSION_SECRET of its time no app is known. Or: bisvar admin reset-two-step EMAIL'
  fi
  if [ -z "$(read_setting SMTP_URL)" ]; then
    say ''
    say 'No mail leaves the shop yet, and without one it is not opened. Have the mail server of your e-mail address at hand, then: sudo bisvar mail'
  fi
  rm -f "$UNTOLD"
  # The first admin exists and was shown the password: it stays in no file.
  sed -i '/^ADMIN_PASSWORD=/d' "$SETTINGS"
  say ''
  say 'All other commands: bisvar help'
}

# The folder of the version that this script belongs to.
source_here() {
  here=$(cd "$(dirname "$0")/.." && pwd)
  [ -f "$here/package-lock.json" ] || fail 'Say which version: bisvar update DIR, with the folder that you fetched it into.'
  printf '%s' "$here"
}

do_update() {
  need_shop
  if [ $# -gt 0 ]; then source=$(cd "$1" && pwd); else source=$(source_here); fi
  before=$(readlink "$CURRENT")
  say 'The new version: its libraries and its pages, about three minutes; the shop stays open in the meantime …'
  make_release "$source"
  if [ "$made" = "$before" ]; then
    say 'This version runs already.'
    return 0
  fi
  backup=/var/lib/bisvar/before-update/$(date -u +%Y%m%dT%H%M%SZ).tar.gz
  install -d -m 700 -o bisvar -g bisvar "$STATE/before-update"
  say "A backup first: $backup"
  close_shop
  # Not by an option, as the version of before makes it.
  (export BACKUP_BY=update && in_release "$before" scripts/backup.ts "$ROOT$backup") || fail 'The backup could not be made; the present version runs on.'
  printf '%s %s\n' "$before" "$ROOT$backup" >"$PREVIOUS"
  switch_to "$made"
  open_shop
  if ! wait_until_ready; then
    say 'The new version did not become ready. Why: journalctl -u bisvar -n 50. Going back …' >&2
    go_back
    fail 'The version of before runs again, with its data.'
  fi
  forget_old_releases
  # The last one, and the one before it.
  # shellcheck disable=SC2012
  ls -1t "$STATE/before-update" | tail -n +3 | while read -r old; do rm -f "$STATE/before-update/$old"; done
  say 'The new version runs. Back to the one of before, with the data it had: bisvar back --yes'
}

# Migrations only go forwards, so that the version of before needs the data of before.
go_back() {
  read -r before backup <"$PREVIOUS"
  close_shop
  in_release "$before" scripts/restore.ts "$backup" --replace ||
    fail "The data of before could not be put back, so the new version stays. They are in $backup. Once that is mended: bisvar back --yes"
  switch_to "$before"
  open_shop
  wait_until_ready || fail 'The version of before did not become ready either. Why: journalctl -u bisvar -n 50'
  rm -f "$PREVIOUS"
}

do_back() {
  need_root
  [ -f "$PREVIOUS" ] || fail 'There is nothing to go back to.'
  read -r before backup <"$PREVIOUS"
  [ "${1:-}" = --yes ] || fail "Everything that happened since $(basename "$backup" .tar.gz) would be lost, orders too. If you want that: bisvar back --yes"
  go_back
  say 'The version of before runs again, with the data it had.'
}

do_remove() {
  need_root
  systemctl disable --now bisvar || true
  rm -f "$UNIT" "$CADDY/bisvar.caddy" "$PREVIOUS" "$JOURNAL"
  systemctl daemon-reload
  systemctl restart systemd-journald || true
  if [ -f "$CADDY/Caddyfile" ]; then
    sed -i '/^import bisvar\.caddy$/d' "$CADDY/Caddyfile"
    systemctl reload-or-restart caddy || true
  fi
  rm -rf "$HOME_OF_CODE" "$CACHE"
  if [ "${1:-}" = --data ]; then
    # Only what make_database made.
    case $(read_setting DATABASE_URL) in
      *@127.0.0.1:5432/bisvar)
        printf 'drop database if exists bisvar;\ndrop role if exists bisvar, bisvar_owner;\n' | runuser -u postgres -- psql -q
        ;;
      ?*) say 'The database that DATABASE_URL names stays: it was not made here.' ;;
    esac
    rm -rf "$STATE" "$ROOT/etc/bisvar"
    userdel bisvar || true
    say 'The shop and its data are gone. Packages of the distribution and the firewall stay.'
  else
    say 'The shop is gone; its data stay in /var/lib/bisvar, its settings in /etc/bisvar.'
  fi
  rm -f "$COMMAND"
}

# The proxy follows the shop to another port, unless it is one that wasn't made here.
lead_proxy() {
  [ -f "$CADDY/bisvar.caddy" ] || return 0
  [ "$(read_port)" != "$proxied_port" ] || return 0
  proxied_port=$(read_port)
  domain=$(read_setting SHOP_URL | sed 's|^https*://||; s|/*$||')
  open_log
  write_proxy
}

take_back() {
  mv "$SETTINGS.before" "$SETTINGS"
  systemctl restart bisvar || true
  lead_proxy
}

# Writes settings, given as NAME VALUE …, and starts the shop with them; where it doesn't start, those of before come back.
change_settings() {
  proxied_port=$(read_port)
  cp -p "$SETTINGS" "$SETTINGS.before"
  while [ $# -gt 0 ]; do
    line=$(write_line "$1" "$2") || {
      mv "$SETTINGS.before" "$SETTINGS"
      exit 1
    }
    sed -i "/^$1=/d" "$SETTINGS"
    printf '%s\n' "$line" >>"$SETTINGS"
    shift 2
  done
  # Who doesn't wait for the end of this has the settings of before too.
  trap 'take_back' EXIT
  trap 'exit 1' HUP INT TERM
  systemctl restart bisvar
  wait_until_ready ||
    fail 'The shop did not start with that, so it has its settings of before again. Why: journalctl -u bisvar -n 50'
  # Not before: until then the settings of before may come back, with their port.
  lead_proxy
  trap - EXIT HUP INT TERM
  rm -f "$SETTINGS.before"
}

need_shop() {
  need_root
  [ -e "$CURRENT" ] || fail 'There is no shop here yet: install it first.'
}

do_mail() {
  need_shop
  smtp='' from=''
  ask_mail
  [ -n "$smtp" ] || fail 'Nothing was changed.'
  change_settings SMTP_URL "$smtp" MAIL_FROM "$from"
  say 'The shop has its mail server. Opening day sends you a mail to try it.'
}

# A port that another program has answers in the shop's place, as if it were ready.
check_port() {
  case $1 in
    '' | *[!0-9]* | 0* | ??????*) fail "$1 is no port; nothing was changed." ;;
  esac
  [ "$1" -le 65535 ] || fail "$1 is no port; nothing was changed."
  [ "$1" -ge 1024 ] || fail "Port $1 is below 1024, where the shop may not listen; nothing was changed."
  [ "$1" != 2019 ] || fail 'Port 2019 is what Caddy is told its settings by; nothing was changed.'
  [ "$1" = "$(read_port)" ] || [ -z "$(ss -Hltn "sport = :$1" 2>/dev/null)" ] ||
    fail "Port $1 is in use by another program; nothing was changed."
}

do_set() {
  need_shop
  name=${1:-}
  expr "$name" : '[A-Z][A-Z0-9_]*$' >/dev/null || fail 'Say which: bisvar set NAME [VALUE]. The names stand in docs/configure.md, under Settings.'
  if [ $# -gt 1 ]; then value=$2; else value=$(ask_hidden "$name, which is not shown while you type"); fi
  [ "$name" != PORT ] || check_port "${value:-$PORT}"
  change_settings "$name" "$value"
  say "The shop runs with its new $name."
}

# Both settings at once: neither alone would keep anybody signed in.
do_new_secret() {
  need_shop
  before=$(read_setting SESSION_SECRET) earlier=$(read_setting SESSION_SECRET_PREVIOUS)
  [ -n "$before" ] || fail 'The settings have no SESSION_SECRET that could be replaced.'
  change_settings SESSION_SECRET "$(make_secret)" SESSION_SECRET_PREVIOUS "$before${earlier:+,$earlier}"
  say 'The shop has another secret. In 30 days, bisvar set SESSION_SECRET_PREVIOUS "" ends the one before.'
}

# Before anything is done that a secret the shop can't list would leave half done.
check_secret_of_backup() {
  [ -n "$SECRET_OF_BACKUP" ] || return 0
  [ "${#SECRET_OF_BACKUP}" -ge 32 ] || fail 'SESSION_SECRET must have at least 32 characters; nothing was changed.'
  case $SECRET_OF_BACKUP in *,*) fail "SESSION_SECRET has a comma in it, so it can't be listed; nothing was changed." ;; esac
  write_line SESSION_SECRET_PREVIOUS "$SECRET_OF_BACKUP" >/dev/null
}

# Lists the secret of a backup's time as the earliest: it opens the second factors that the backup brought.
list_secret_of_backup() {
  [ -n "$SECRET_OF_BACKUP" ] || return 0
  listed=$(read_setting SESSION_SECRET_PREVIOUS)
  case ,$(read_setting SESSION_SECRET),$listed, in *",$SECRET_OF_BACKUP,"*) return 0 ;; esac
  line=$(write_line SESSION_SECRET_PREVIOUS "${listed:+$listed,}$SECRET_OF_BACKUP")
  sed -i '/^SESSION_SECRET_PREVIOUS=/d' "$SETTINGS"
  printf '%s\n' "$line" >>"$SETTINGS"
}

# Brings a backup into the shop, which must not run. A file that is root's alone is lent to it.
restore_from() {
  address=$1
  shift
  if [ -f "$address" ]; then
    install -d -m 700 -o bisvar -g bisvar "$LENT"
    install -m 600 -o bisvar -g bisvar "$address" "$LENT/"
    address=$LENT/$(basename "$address")
  elif [ -d "$address" ]; then
    address=$(cd "$address" && pwd)
  fi
  code=0
  in_release "$CURRENT" scripts/restore.ts "$address" "$@" || code=$?
  rm -rf "$LENT"
  [ "$code" != 0 ] || list_secret_of_backup
  return "$code"
}

need_path() {
  [ -e "$1" ] || fail "There is no $1; nothing was changed."
}

# Lends a folder, or a file with the pictures beside it, where the shop's user can't read all of it; says in $source where it stands.
lend_source() {
  folder=$1 name=''
  [ -d "$1" ] || {
    folder=$(dirname "$1")
    name=/$(basename "$1")
  }
  folder=$(cd "$folder" && pwd)
  source=$folder$name
  [ -n "$(cd / && as_shop find "$folder" ! -readable 2>&1)" ] || return 0
  source=$LENT/source$name
  install -d -m 700 "$LENT/source"
  if [ -z "$name" ]; then
    cp -R "$folder/." "$LENT/source"
  else
    cp "$folder$name" "$source"
    (cd "$folder" && find . -xdev -path "*${LENT#"$folder"}" -prune -o -type f \( -iname '*.jpg' -o -iname '*.jpeg' -o -iname '*.png' -o \
      -iname '*.webp' -o -iname '*.gif' -o -iname '*.avif' \) -exec cp --parents -t "$LENT/source" {} +)
  fi
  chmod -R u+rwX,go= "$LENT/source"
  chown -R bisvar:bisvar "$LENT/source"
}

# Takes a table or a folder in, each where whoever calls this has it; its report goes there, too.
import_from() {
  report='' option=''
  trap 'rm -rf "$LENT"' EXIT
  trap 'exit 1' HUP INT TERM
  install -d -m 700 -o bisvar -g bisvar "$LENT"
  for argument do
    shift
    argument=$option$argument
    option=''
    case $argument in
      --map | --report | --pictures-from)
        option=$argument=
        continue
        ;;
      --map=*)
        need_path "${argument#*=}"
        install -m 600 -o bisvar -g bisvar "${argument#*=}" "$LENT/map.json"
        argument=--map=$LENT/map.json
        ;;
      --report=*)
        report=${argument#*=}
        argument=--report=$LENT/report.json
        ;;
      -*) ;;
      *)
        need_path "$argument"
        lend_source "$argument"
        argument=$source
        ;;
    esac
    set -- "$@" "$argument"
  done
  [ -z "$option" ] || set -- "$@" "${option%=}"
  code=0
  if is_embedded; then close_shop; fi
  in_release "$CURRENT" scripts/import.ts "$@" || code=$?
  [ -z "$report" ] || [ ! -e "$LENT/report.json" ] || install -m 600 "$LENT/report.json" "$report"
  if is_embedded; then open_again; fi
  rm -rf "$LENT"
  trap - EXIT HUP INT TERM
  return "$code"
}

open_again() {
  open_shop
  wait_until_ready || fail 'The shop did not become ready again. Why: journalctl -u bisvar -n 50'
}

# One command of the README with the shop's settings. The embedded database serves one at a time, and a restore nobody else.
run_script() {
  need_shop
  name=$1
  shift
  [ "$name" != restore ] || check_secret_of_backup
  if ! is_embedded && [ "$name" != restore ]; then
    in_release "$CURRENT" "scripts/$name.ts" "$@"
    return
  fi
  close_shop
  code=0
  case $name:${1:-} in
    restore:?*) restore_from "$@" || code=$? ;;
    *) in_release "$CURRENT" "scripts/$name.ts" "$@" || code=$? ;;
  esac
  open_again
  return "$code"
}

case ${1:-install} in
  install | -*)
    [ "${1:-}" != install ] || shift
    case ${1:-} in -h | --help) usage ;; *) do_install "$@" ;; esac
    ;;
  mail) do_mail ;;
  set)
    shift
    do_set "$@"
    ;;
  new-secret) do_new_secret ;;
  update)
    shift
    do_update "$@"
    ;;
  back)
    shift
    do_back "$@"
    ;;
  remove)
    shift
    do_remove "$@"
    ;;
  status) systemctl status bisvar --no-pager ;;
  import)
    shift
    need_shop
    import_from "$@"
    ;;
  admin | backup | restore | export) run_script "$@" ;;
  help) usage ;;
  *)
    usage >&2
    exit 2
    ;;
esac
